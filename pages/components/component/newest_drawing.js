// The arguments with which Streamlit calls a component, and which of its calls count.

/**
 * Reports a value to Python.
 * @typedef {(name: string, value: unknown) => void} Tell
 *
 * The component's sentences in the learner's language, by the English ones; none in English.
 * @typedef {Record<string, string>} Translations
 *
 * The data of every component besides its own.
 * @typedef {{translations?: Translations}} Translated
 *
 * Sentences of Python's records by name, in the learner's language, with {names} for the browser to
 * fill in.
 * @typedef {Record<string, string>} Texts
 */

/**
 * One drawing of a component: what Python sent, where it goes, and how to report to Python, which
 * keeps a state value until it gets another, and gets a trigger value once.
 * @template Data
 * @typedef {{
 *   data: Data & Translated, parentElement: HTMLElement, setStateValue: Tell,
 *   setTriggerValue: Tell
 * }} Drawing
 */

/** @typedef {(drawing: Drawing<any>) => (() => void) | void} Mount */

/**
 * Makes a component show its newest drawing, and end only when its element has left the page.
 *
 * If Streamlit 1.67 draws a component again while its script is loading, it calls the function for
 * both drawings once the script is there, in any order, and then ends the older one at once, though
 * the element is still on the page. If that one came last, the newer is drawn again.
 *
 * @param {Mount} mount the component's function; it returns what ends the component, if anything
 * @returns {Mount}
 */
export function keepNewest(mount) {
  /** Those of an element that have not been ended. @type {WeakMap<Element, Drawing<any>[]>} */
  const current = new WeakMap();
  return (drawing) => {
    const { parentElement } = drawing;
    const drawingsNow = () => current.get(parentElement) ?? [];
    current.set(parentElement, [...drawingsNow(), drawing]);
    // Once no more of them can be ended as older, the newest is enough.
    setTimeout(() => current.set(parentElement, drawingsNow().slice(-1)));
    const end = mount(drawing);
    return () => {
      if (!parentElement.isConnected) return end?.();
      const wasShown = drawingsNow().at(-1) === drawing;
      current.set(parentElement, drawingsNow().filter((each) => each !== drawing));
      const [newest] = drawingsNow().slice(-1);
      if (wasShown && newest) mount(newest);
    };
  };
}
