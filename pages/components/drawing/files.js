// Makes files in the browser: pictures of drawings, and anything under a name.

import { el } from "./elements.js";

/**
 * A drawing in SVG as a PNG, enlarged.
 * @param {Blob} drawing
 * @param {number} scale
 * @returns {Promise<Blob>}
 */
export async function pngOf(drawing, scale) {
  const image = new Image();
  image.src = URL.createObjectURL(drawing);
  await image.decode();
  const canvas = el("canvas", { width: image.width * scale, height: image.height * scale });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png")
  );
}

/** @param {Blob} blob @param {string} name */
export function saveFile(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  // Some browsers read the file only after asking where to save it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
