/**
 * Makes slides of the steps of a walk in the browser, which has fonts for what the learner reads.
 * A server that draws for one learner would keep the others waiting.
 */

import { speak, t } from "../../browser/sentences.js";
import { button, el } from "../../drawing/elements.js";
import { onCanvas, pngOf, saveFile } from "../../drawing/files.js";
import { Animation, slideName } from "./packing.js";
import { FONTS } from "./pen.js";
import { Slides } from "./slide.js";
import { wholeIn } from "../../drawing/numbers.js";

/**
 * @import { Drawing } from "../../component/component.d.ts"
 * @import { GifLibrary, Sent, ZipLibrary } from "./slides.d.ts"
 */

/** Pixels of a picture per unit of the drawing: a PNG has 1920 × 1080, a GIF 960 × 540. */
const SCALE = { png: 1.5, gif: 0.75 };
const TYPES = { svg: "image/svg+xml", gif: "image/gif" };

/** @returns {import("./pen.js").Measure} */
function measureOnCanvas() {
  const context = document.createElement("canvas").getContext("2d");
  return (text, size, isCode, isBold = false) => {
    if (!context) return text.length * size * 0.6;
    context.font = `${isBold ? 600 : 400} ${size}px ${isCode ? FONTS.code : FONTS.prose}`;
    return context.measureText(text).width;
  };
}

/** Imports a module that came as text. @param {string} text @returns {Promise<any>} */
async function moduleOf(text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** @param {string} drawing */
const blobOf = (drawing) => new Blob([drawing], { type: TYPES.svg });

class Maker {
  /** @param {Sent} sent */
  constructor(sent) {
    this.sent = sent;
    this.making = false;
    this.button = button(this.offer(), () => this.press());
    this.bar = el("progress", {
      hidden: true,
      max: 1,
      value: 0,
      ariaLabel: t("Slides made so far"),
    });
    this.status = el("p", { role: "status" });
    this.node = el("div", { className: "slides" }, this.button, this.bar, this.status);
  }

  offer() {
    const { first, last, walk } = this.sent;
    return t("Make the slides ({n})", { n: wholeIn(walk.lang)(last - first + 1) });
  }

  async press() {
    if (this.making) return void (this.making = false);
    const { first, last } = this.sent;
    this.making = true;
    this.bar.hidden = false;
    this.button.textContent = t("Cancel");
    this.status.textContent = "";
    try {
      const made = await this.make();
      if (made) this.save(made);
      this.status.textContent = made ? t("Slides made: {n}", { n: last - first + 1 }) : "";
    } catch {
      this.status.textContent = t(
        "Your browser could not make the slides. Try fewer of them, or SVG.",
      );
    }
    this.making = false;
    this.bar.hidden = true;
    this.button.textContent = this.offer();
  }

  /** The file; undefined if the learner has cancelled. @returns {Promise<Blob|undefined>} */
  async make() {
    const { format, library } = this.sent;
    const packer = await moduleOf(library);
    return format === "gif" ? this.animated(packer) : this.archived(packer, format);
  }

  /** Yields the drawings one by one, until the learner cancels. */
  async *drawings() {
    const { walk, views, colours, first, last } = this.sent;
    const slides = new Slides(walk, views, colours, measureOnCanvas());
    for (let step = first; step <= last && this.making; step++) {
      yield { step, drawing: slides.draw(step) };
      this.bar.value = (step - first + 1) / (last - first + 1);
      await new Promise((done) => setTimeout(done)); // keeps the page responsive
    }
  }

  /** @param {ZipLibrary} library @param {"svg"|"png"} format */
  async archived(library, format) {
    const files = [];
    for await (const { step, drawing } of this.drawings()) {
      const picture = blobOf(drawing);
      const input = format === "svg" ? picture : await pngOf(picture, SCALE.png);
      files.push({ name: slideName(step, this.sent.last, format), input });
    }
    return this.making ? library.downloadZip(files).blob() : undefined;
  }

  /** @param {GifLibrary} library */
  async animated(library) {
    const animation = new Animation(library);
    for await (const { step, drawing } of this.drawings()) {
      const { width, height, ...canvas } = await this.dotsOf(drawing);
      animation.add(canvas.pixels, width, height, step === this.sent.last);
    }
    return this.making ? new Blob([animation.bytes()], { type: TYPES.gif }) : undefined;
  }

  /** @param {string} drawing */
  async dotsOf(drawing) {
    const canvas = await onCanvas(blobOf(drawing), SCALE.gif);
    const { width, height } = canvas;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no picture");
    return { width, height, pixels: context.getImageData(0, 0, width, height).data };
  }

  /** @param {Blob} made */
  save(made) {
    const { first, last, format } = this.sent;
    const name = `merge-by-merge-${first}-${last}.${format === "gif" ? "gif" : "zip"}`;
    saveFile(made, name);
  }
}

/** @type {WeakMap<HTMLElement, {json: string, maker: Maker}>} */
const makers = new WeakMap();

/** @param {Drawing<Uint8Array>} drawing what Python sent: JSON as bytes */
export default function mount({ data, parentElement }) {
  const json = new TextDecoder().decode(data);
  const known = makers.get(parentElement);
  if (known?.json === json) return;
  if (known) known.maker.making = false;
  const sent = JSON.parse(json);
  speak(sent.translations);
  const maker = new Maker(sent);
  makers.set(parentElement, { json, maker });
  parentElement.querySelector(".mount")?.replaceChildren(maker.node);
}
