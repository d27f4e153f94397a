// Bytes compressed for the transfer: a tokenizer file shrinks to a fifth.

/**
 * The bytes compressed with zlib, or unchanged if the browser cannot do that or it does not help.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export async function packed(bytes) {
  if (typeof CompressionStream === "undefined") return { bytes, isPacked: false };
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  const smaller = new Uint8Array(await new Response(stream).arrayBuffer());
  const isPacked = smaller.length < bytes.length;
  return { bytes: isPacked ? smaller : bytes, isPacked };
}
