/**
 * Ends a component. If Streamlit 1.67 draws one again while its script is still loading, it
 * draws both, in any order, and then ends the first drawing: what the other has drawn must go on.
 */

/**
 * The function for Streamlit that calls `end` once the element of a drawing has left the page.
 * @param {Node} parentElement
 * @param {() => void} end
 */
export const onceGone = (parentElement, end) => () => {
  if (!parentElement.isConnected) end();
};
