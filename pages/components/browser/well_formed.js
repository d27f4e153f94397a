// Half characters (lone surrogates), which would end the connection to the server.

const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The text with each half character replaced, and how many there were. @param {string} text */
export function wellFormed(text) {
  const replaced = text.match(HALF)?.length ?? 0;
  return { whole: replaced ? text.replace(HALF, "\ufffd") : text, replaced };
}
