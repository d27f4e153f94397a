// Passes the keys pressed on the page to a walk, until its element is gone.

/** @typedef {{key: (event: KeyboardEvent) => void, stop: () => void}} Walk */

/**
 * By element, what is drawn there; its `walk` hears the keys.
 * @template {{walk: Walk}} T
 */
export class Mounted {
  constructor() {
    /** @type {WeakMap<HTMLElement, {drawn: T, keydown: (event: KeyboardEvent) => void}>} */
    this.places = new WeakMap();
  }

  /** @param {HTMLElement} place @returns {T|undefined} */
  at(place) {
    return this.places.get(place)?.drawn;
  }

  /** @param {HTMLElement} place @param {T} drawn in place of what was there */
  put(place, drawn) {
    const keydown = this.places.get(place)?.keydown ??
      ((/** @type {KeyboardEvent} */ event) => this.at(place)?.walk.key(event));
    document.addEventListener("keydown", keydown);
    this.places.set(place, { drawn, keydown });
  }

  /**
   * Moves a drawing from one place to another.
   * @param {HTMLElement} from
   * @param {HTMLElement} to
   * @returns {T|undefined} what that is
   */
  move(from, to) {
    const here = this.places.get(from);
    if (!here) return undefined;
    document.removeEventListener("keydown", here.keydown);
    this.places.delete(from);
    this.put(to, here.drawn);
    return here.drawn;
  }

  /** The function that ends a drawing, for Streamlit. @param {HTMLElement} place */
  end(place) {
    return () => {
      const here = this.places.get(place);
      if (!here) return;
      here.drawn.walk.stop();
      document.removeEventListener("keydown", here.keydown);
      this.places.delete(place);
    };
  }
}
