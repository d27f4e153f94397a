// Hands a text over from the field to the code that sends it to the server.

/** The event's name; whoever takes over the text cancels the event. */
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
