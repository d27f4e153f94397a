// A page whose server is back is drawn again: a server that was restarted knows nothing of it, and
// hears none of the page's own reports before. Streamlit draws only a page that was interrupted.

import { isConnected, isDrawing } from "../../components/browser/connection.js";

const ASK_AGAIN_MS = 3000;

export class ComingBack {
  /** @param {(name: string, value: number) => void} tell */
  constructor(tell) {
    this.tell = tell;
    this.isLost = false;
    this.asking = 0;
  }

  /** The connection is there, or it is not. */
  follow() {
    clearTimeout(this.asking);
    if (!isConnected()) this.isLost = true;
    else if (this.isLost) this.ask();
  }

  /**
   * Asks for the page. What meets a report on its way is taken for a part of it, so: until it is
   * drawn.
   */
  ask() {
    if (!isDrawing()) this.tell("back", Date.now());
    this.asking = setTimeout(() => isConnected() && this.ask(), ASK_AGAIN_MS);
  }

  /** The page was drawn. */
  drawn() {
    clearTimeout(this.asking);
    this.isLost = !isConnected();
  }
}
