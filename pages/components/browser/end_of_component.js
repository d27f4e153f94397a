/**
 * What ends a component. If Streamlit 1.67 draws one again while its script is still loading, it
 * draws both, in any order, and then ends the first drawing: what the other has drawn must go on.
 */

/**
 * What a drawing returns to Streamlit: `end`, once the element that it drew in has left the page.
 * @param {Node} parentElement
 * @param {() => void} end
 */
export const onceGone = (parentElement, end) => () => {
  if (!parentElement.isConnected) end();
};
