// Text and bytes on their way to the server, and kept in the tab.

import { t } from "./sentences.js";

/** @param {Uint8Array} bytes */
export function base64(bytes) {
  const atOnce = /** @type {{toBase64?: () => string}} */ (bytes);
  if (atOnce.toBase64) return atOnce.toBase64(); // in newer browsers
  let binary = "";
  for (let i = 0; i < bytes.length; i += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  }
  return btoa(binary);
}

/** @param {string} text */
export function bytesOf(text) {
  return Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
}

const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The text with each half character replaced, and how many there were. @param {string} text */
export function wellFormed(text) {
  const replaced = text.match(HALF)?.length ?? 0;
  return { whole: replaced ? text.replace(HALF, "\ufffd") : text, replaced };
}

/**
 * Why a word cannot be shown: there is none, or it is too long; "" if it can.
 * @param {string} word
 * @param {number} limit in characters
 * @param {(n: number) => string} number
 */
export function objectionTo(word, limit, number) {
  const length = [...word].length;
  if (!length) return t("Type a word first.");
  const values = { n: number(length), limit: number(limit) };
  return length > limit
    ? t("This word has {n} characters; the limit is {limit}. Shorten it.", values)
    : "";
}

/** The event with a text for the component that sends it, which cancels the event. */
export const HANDED_OVER = "own-text";

const AGAIN_MS = 100; // the receiver may be drawn a moment after the field

/**
 * @param {object} metadata what is sent about the text besides its bytes
 * @param {Uint8Array} bytes
 */
export function handOver(metadata, bytes) {
  const isLeft = document.dispatchEvent(
    new CustomEvent(HANDED_OVER, { detail: { metadata, bytes }, cancelable: true }),
  );
  if (isLeft) setTimeout(() => handOver(metadata, bytes), AGAIN_MS);
}
