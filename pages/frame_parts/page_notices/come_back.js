// Draws a page again when its server is back. A restarted server knows nothing about the page, and
// ignores its reports until it is drawn. Streamlit itself redraws only a page that was interrupted.

import { isConnected, isDrawing } from "../../components/browser/streamlit_page.js";

const ASK_AGAIN_MS = 3000;

export class ComingBack {
  /** @param {(name: string, value: number) => void} tell */
  constructor(tell) {
    this.tell = tell;
    this.isLost = false;
    this.asking = 0;
  }

  /** Notes whether the connection is there. */
  follow() {
    clearTimeout(this.asking);
    if (!isConnected()) this.isLost = true;
    else if (this.isLost) this.ask();
  }

  /**
   * Asks for the page until it is drawn. One request is not enough: it may be taken for part of
   * another report that is on its way.
   */
  ask() {
    if (!isDrawing()) this.tell("back", Date.now());
    this.asking = setTimeout(() => isConnected() && this.ask(), ASK_AGAIN_MS);
  }

  /** Notes that the page was drawn. */
  drawn() {
    clearTimeout(this.asking);
    this.isLost = !isConnected();
  }
}
