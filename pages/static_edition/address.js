// Reads and writes addresses, by the names of the app's own links, and a text in them.

/**
 * The settings of a page. Names and values are those of the app's links; "" suits the corpus.
 * @typedef {{
 *   lang: string, corpus: string, text: string, unit: string, marker: string|null, pre: string,
 *   tie: string, merges: number, min: number, step: number, fork: number[][], place: number,
 *   seed: number, predict: boolean, embed: boolean
 * }} Shown
 */

/**
 * Passes bytes through one of the browser's own streams.
 * @param {Uint8Array<ArrayBuffer>} data
 * @param {CompressionStream|DecompressionStream} stream
 */
async function through(data, stream) {
  const passed = new Blob([data]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(passed).arrayBuffer());
}

/** The bytes in gzip's format, which holds their checksum. @param {Uint8Array<ArrayBuffer>} data */
const zipped = (data) => through(data, new CompressionStream("gzip"));

/** The checksum in it. @param {Uint8Array} zip */
const checksum = (zip) => zip.slice(-8, -4).reverse();

/**
 * A text for a link: its checksum and its UTF-8, compressed, in base64 for addresses.
 * @param {string} text
 */
export async function packText(text) {
  const zip = await zipped(new TextEncoder().encode(text));
  const code = [...checksum(zip), ...zip.slice(10, -8)]; // without its head
  const letters = btoa(String.fromCharCode(...code));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * The text that `packText` or the app packed; "" for a code that is damaged.
 * @param {string} code
 */
export async function unpackText(code) {
  try {
    const letters = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    const raw = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const data = await through(raw.slice(4), new DecompressionStream("deflate-raw"));
    if (String(checksum(await zipped(data))) !== String(raw.slice(0, 4))) return "";
    return new TextDecoder().decode(data);
  } catch {
    return "";
  }
}

/** Where the arrival tells what a card of an earlier guided lesson told. @param {number} card */
const nearestPlace = (card) => [0, 1, 1, 1, 3, 4, 5, 7, 6][card] ?? 0;

/**
 * Reads what an address asks for; what cannot be used is left out.
 * @param {string} query
 * @param {string} lang the language of the page
 * @param {Record<"unit"|"pre"|"tie", string[]>} known what can be chosen, as Python says
 * @returns {Promise<Shown>}
 */
export async function readAddress(query, lang, known) {
  const parameters = new URLSearchParams(query);
  const one = (/** @type {keyof known} */ name) =>
    known[name].find((value) => value === parameters.get(name)) ?? "";
  const number = (/** @type {string} */ name) =>
    /^\d{1,9}$/.test(parameters.get(name) ?? "") ? Number(parameters.get(name)) : 0;
  const fork = (parameters.get("fork") ?? "").split(",").filter((choice) =>
    /^\d+\.\d+\.\d+$/.test(choice)
  );
  const text = parameters.has("text") ? await unpackText(parameters.get("text") ?? "") : "";
  return {
    lang,
    corpus: text ? "own" : parameters.get("corpus") ?? "",
    text,
    unit: one("unit"),
    marker: parameters.get("marker"),
    pre: one("pre"),
    tie: one("tie"),
    merges: number("merges"),
    min: number("min"),
    step: number("step"),
    fork: fork.map((choice) => choice.split(".").map(Number)),
    place: number("arrival") || nearestPlace(number("card")),
    seed: number("seed"),
    predict: (parameters.get("view") ?? "").split(" ").includes("predict"),
    embed: parameters.get("embed") === "true",
  };
}

/**
 * The query that says what is shown, without what suits the corpus anyway.
 * @param {Shown} shown
 * @param {number} longest text that a link holds
 */
export async function writeAddress(shown, longest) {
  const query = new URLSearchParams();
  const say = (/** @type {string} */ name, /** @type {string|number} */ value) =>
    value && query.set(name, String(value));
  say("lang", shown.lang);
  if (shown.corpus === "own" && shown.text && shown.text.length <= longest) {
    say("text", await packText(shown.text));
  } else say("corpus", shown.corpus);
  for (const name of /** @type {const} */ (["unit", "pre", "tie", "merges", "min"])) {
    say(name, shown[name]);
  }
  if (shown.marker !== null) query.set("marker", shown.marker);
  say("step", shown.step);
  say("fork", shown.fork.map((choice) => choice.join(".")).join(","));
  say("arrival", shown.place);
  say("seed", shown.seed);
  if (shown.predict) say("view", "predict");
  if (shown.embed) say("embed", "true");
  return query.toString();
}
