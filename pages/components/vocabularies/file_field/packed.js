// Bytes made smaller for the way: a tokenizer file packs to a fifth.

/**
 * The bytes by zlib, or as they are where the browser cannot or where it is of no use.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export async function packed(bytes) {
  if (typeof CompressionStream === "undefined") return { bytes, isPacked: false };
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  const smaller = new Uint8Array(await new Response(stream).arrayBuffer());
  const isPacked = smaller.length < bytes.length;
  return { bytes: isPacked ? smaller : bytes, isPacked };
}
