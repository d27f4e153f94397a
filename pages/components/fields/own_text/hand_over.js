// How the field hands a text over to what takes it to the server.

/** The event; whoever takes the text over cancels it. */
export const HANDED_OVER = "own-text";

const AGAIN_MS = 100; // what takes it over may be drawn a moment after the field

/**
 * @param {object} told what is told of the text beside its bytes
 * @param {Uint8Array} bytes
 */
export function handOver(told, bytes) {
  const isLeft = document.dispatchEvent(
    new CustomEvent(HANDED_OVER, { detail: { told, bytes }, cancelable: true }),
  );
  if (isLeft) setTimeout(() => handOver(told, bytes), AGAIN_MS);
}
