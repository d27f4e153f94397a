// The stepper: small helpers, and how characters are shown so that none is unseen.

/**
 * An element with properties and children; strings become text nodes, never markup.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node|string|null|undefined)} children
 * @returns {any}
 */
function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name in node) /** @type {any} */ (node)[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/**
 * A translated template with nodes in its places: fill("{a} of {b}", {a: chip, b: "3"}).
 * @param {string} template
 * @param {Record<string, Node|string|number>} values
 */
function fill(template, values) {
  const out = document.createDocumentFragment();
  for (const part of template.split(/(\{\w+\})/)) {
    const name = part.startsWith("{") ? part.slice(1, -1) : "";
    const value = name in values ? values[name] : part;
    out.append(value instanceof Node ? value : String(value));
  }
  return out;
}


const NAMED = new Map([[" ", "␣"], ["\n", "↵"], ["\t", "⇥"], ["\r", "␍"], ["\u3000", "␣"]]);
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}]/u;
const EMOJI_JOINT = /^[\u200d\ufe0f\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]$/u;

/**
 * A string with nothing unseen in it: a space as ␣, a control or direction mark as its code
 * point, a combining mark that opens the token on a dotted circle. Joiners inside an emoji stay.
 * @param {string} text
 */
function visible(text) {
  const points = [...text];
  let out = "";
  let inEmoji = false; // a flag's tags follow each other
  points.forEach((point, i) => {
    const named = NAMED.get(point);
    const joined = EMOJI_JOINT.test(point) && inEmoji;
    inEmoji = joined || /\p{Extended_Pictographic}/u.test(point);
    if (named) out += named;
    else if (joined) out += point;
    else if (UNSEEN.test(point)) out += codePoint(point);
    else if (i === 0 && /\p{M}/u.test(point)) out += "◌" + point;
    else out += point;
  });
  return out;
}

/** @param {string} point */
function codePoint(point) {
  return "⟨U+" + /** @type {number} */ (point.codePointAt(0)).toString(16).toUpperCase().padStart(4, "0") + "⟩";
}

/** @param {number} byte */
const hex = (byte) => byte.toString(16).toUpperCase().padStart(2, "0");

/** Bytes that a UTF-8 sequence has, by its first byte; 0 for a byte that opens none. @param {number} lead */
function sequenceLength(lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  if (lead >= 0xf0 && lead < 0xf5) return 4;
  return 0;
}

/**
 * For each byte, the character that it is part of, which byte of it, and how many it has.
 * @param {number[]} bytes
 * @returns {{char: string, nth: number, of: number}[]} char is "" where the bytes spell none
 */
function charactersOf(bytes) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const out = [];
  for (let i = 0; i < bytes.length; ) {
    const length = sequenceLength(bytes[i]);
    let char = "";
    try {
      if (length && i + length <= bytes.length) char = decoder.decode(new Uint8Array(bytes.slice(i, i + length)));
    } catch {
      char = "";
    }
    const of = char ? length : 1;
    for (let nth = 1; nth <= of; nth++) out.push({ char, nth, of: char ? of : 0 });
    i += of;
  }
  return out;
}

const SMALL = 0.001; // smaller numbers are written with a power of ten

/** @param {number} n */
const raised = (n) => [...String(n)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");

/** Numbers of any size with three digits or so: 1,234.5, 0.0123, 1.23 × 10⁻⁵. @param {string} locale */
function amountIn(locale) {
  const large = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const usual = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
  return (/** @type {number} */ n) => {
    if (n >= 100) return large.format(n);
    if (n === 0 || n >= SMALL) return usual.format(n);
    const power = Math.floor(Math.log10(n));
    return `${usual.format(n / 10 ** power)} × 10⁻${raised(-power)}`;
  };
}

/** The theme's categorical colours as --token-0 to --token-6, and whether it is dark. @param {HTMLElement} mount */
function takeColours(mount) {
  const style = getComputedStyle(mount);
  const background = style.getPropertyValue("--st-background-color").trim();
  mount.style.colorScheme = parseInt(background.slice(1, 3), 16) < 128 ? "dark" : "light"; // the browser's own controls
  const colours = style.getPropertyValue("--st-chart-categorical-colors").split(",");
  for (let i = 0; i < 7; i++) mount.style.setProperty(`--token-${i}`, colours[i % colours.length].trim());
}
