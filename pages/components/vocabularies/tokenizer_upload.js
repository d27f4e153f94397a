/**
 * A button for a tokenizer file of any size up to the limit, or for two that belong together. They
 * go to the server compressed and in parts, with a bar. The tab remembers which files are in use,
 * and the browser keeps them: a file that the server has lost is sent again, with the same bar.
 */

import { t } from "../browser/sentences.js";
import { hasTexts, keepInTab, savedBeforeReload } from "../browser/tab_memory.js";
import { el, sayOnce } from "../drawing/elements.js";
import { fileInput, takeDropped, tooLarge } from "../fields/files.js";
import { SendingField } from "../fields/sending.js";
import { forgetOthers, keepFile, savedFile, stayOpen } from "./saved_files.js";

/**
 * @import { Drawing } from "../component/newest_drawing.js"
 * @import { Received, Transfer } from "../fields/sending.js"
 */

/**
 * @typedef {{digest: string, name: string}} Kept
 *
 * @typedef {Received & {
 *   held: Kept[], lacking: Kept[], opening: boolean, digest: string, limit: number, lang: string
 * }} Data  `held` are the files in use, `lacking` those of them that the server no longer has;
 *   `opening` says whether one is being opened; `digest` is that of the file that arrived last
 */

const KEPT = "merge-by-merge: tokenizer files";

/** @returns {Kept[]} after a reload, the files that were in use before */
function recall() {
  const files = savedBeforeReload(KEPT, Array.isArray) ?? [];
  return files.filter((/** @type {unknown} */ file) => hasTexts(file, "digest", "name"));
}

/** @extends {SendingField<Data>} */
class FileField extends SendingField {
  session = ""; // the session that knows what the tab remembers
  /** @type {Kept[]} */
  savedFiles = recall();
  /** @type {Set<string>} digests of the files that this field has looked for */
  sought = new Set();
  /** @type {(data: Data) => string} what went wrong, in the language of the data */
  problem = () => "";

  /** @param {Drawing<Data>} drawing */
  constructor(drawing) {
    super(drawing, el("div.files"));
    stayOpen();
    const take = (/** @type {File[]} */ files) => this.start(files);
    this.input = fileInput(take, { multiple: true });
    this.choose = el("label.choose");
    this.bar = el("label.bar");
    this.message = el("p.message", { role: "alert" });
    this.node.append(this.choose, this.bar, this.message);
    takeDropped(this.node, take);
  }

  /** @override @param {Transfer} transfer */
  keep({ metadata, bytes }) {
    if (this.data.digest) keepFile(this.data.digest, { metadata, bytes });
  }

  /** @override */
  update() {
    this.choose.replaceChildren(t("Choose a file"), this.input);
    this.say(this.problem);
    this.remember();
    this.sendLacking();
  }

  /** Sends the files that the server has lost, one by one; asks for those not kept here. */
  async sendLacking() {
    const { lacking } = this.data;
    for (const { digest } of this.data.held) this.sought.delete(digest);
    const next = lacking.find(({ digest }) => !this.sought.has(digest));
    if (!next || this.transfer) return;
    this.sought.add(next.digest);
    const file = await savedFile(next.digest);
    if (!file) {
      this.say(() =>
        t("{name} is no longer stored on the server or in your browser. Choose it again.", {
          name: next.name,
        })
      );
      this.sendLacking();
    } else if (this.transfer) {
      this.sought.delete(next.digest); // another one has begun; its turn comes after that
    } else {
      this.begin(file);
    }
  }

  /** Tells a new session the files that the tab remembers; a known one says which are in use. */
  remember() {
    const { held, lacking, session } = this.data;
    const { dataset } = document.documentElement;
    if (session !== this.session && !held.length && this.savedFiles.length) {
      dataset.awaited = "file"; // a page that is not shown yet waits for it
      this.tell("kept", this.savedFiles);
    } else {
      if (!this.data.opening) delete dataset.awaited;
      this.savedFiles = [...held, ...lacking];
      keepInTab(KEPT, this.savedFiles);
      if (!this.transfer) forgetOthers(this.savedFiles.map(({ digest }) => digest));
    }
    this.session = session;
  }

  /** @param {File[]} files */
  async start(files) {
    if (!files.length) return;
    const size = files.reduce((sum, file) => sum + file.size, 0);
    const tooMany = () =>
      files.length > 2 ? t("Choose one file, or vocab.json and merges.txt together.") : "";
    this.say((data) => tooLarge(size, data) || tooMany());
    if (this.message.textContent) return;
    const { bytes, isPacked } = await packed(new Blob(files));
    const name = files.map((file) => file.name.slice(-60)).join(" + ");
    this.begin({ metadata: { name, packed: isPacked, whole: size, first: files[0].size }, bytes });
  }

  /** Says what went wrong, or "". @param {(data: Data) => string} problem */
  say(problem) {
    this.problem = problem;
    sayOnce(this.message, problem(this.data));
  }

  /** @override @param {number} percent */
  show(percent) {
    this.bar.hidden = !this.transfer;
    this.bar.replaceChildren(t("Sending the file: {percent}%", { percent }), this.progress);
  }
}

/** @type {FileField|undefined} */
let field;

/** @param {Drawing<Data>} drawing */
export default function mount(drawing) {
  field ??= new FileField(drawing);
  return field.draw(drawing);
}

/**
 * The bytes compressed with zlib, or unchanged if the browser cannot do that or it does not help.
 * @param {Blob} whole
 */
async function packed(whole) {
  const bytes = new Uint8Array(await whole.arrayBuffer());
  if (typeof CompressionStream === "undefined") return { bytes, isPacked: false };
  const stream = whole.stream().pipeThrough(new CompressionStream("deflate"));
  const smaller = new Uint8Array(await new Response(stream).arrayBuffer());
  const isPacked = smaller.length < bytes.length;
  return { bytes: isPacked ? smaller : bytes, isPacked };
}
