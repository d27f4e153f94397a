// The phone's page in a room. Its address names the room; without a room it asks for the code.

import { el } from "../../drawing/elements.js";
import { Ballot } from "./ballot.js";
import { Seat } from "./seat.js";

const LETTERS = 6;

/** @param {Record<string, string>} text @param {HTMLElement} place */
function askForCode(text, place) {
  const field = el("input", {
    autocapitalize: "characters",
    autocomplete: "off",
    spellcheck: false,
    maxLength: 12,
  });
  const told = el("p", { role: "alert" });
  const form = el(
    "form",
    {},
    el("label", {}, text.code, " ", field),
    el("button", {}, text.enter),
    told,
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    const code = field.value.replace(/\s/g, "").toUpperCase();
    if (/^[A-Z]{6}$/.test(code)) location.href = code;
    else told.textContent = text.no_code;
  };
  place.replaceChildren(form);
  field.focus();
}

/** @param {string} code @param {Record<string, string>} text @param {HTMLElement} place */
function join(code, text, place) {
  const state = /** @type {HTMLElement} */ (document.getElementById("state"));
  const heading = /** @type {HTMLElement} */ (document.querySelector("h1"));
  heading.textContent = text.room.replace("{code}", code);
  const address = new URL(`${code}/phone`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const ballot = new Ballot(text, (choice) => seat.choose(choice));
  place.replaceChildren(ballot.node);
  const seat = new Seat(code, address.href, {
    room: ({ room, vote, wanted }) => {
      state.textContent = "";
      if (room) ballot.show(room, vote, !wanted);
    },
    away: (why) => {
      state.textContent = text[why];
      if (why !== "back_soon") ballot.node.hidden = true;
    },
  });
  document.addEventListener("visibilitychange", () => seat.look(document.hidden));
  addEventListener("online", () => seat.wake());
  addEventListener("pageshow", (event) => event.persisted && seat.wake());
  seat.connect();
}

function start() {
  const text = JSON.parse(document.body.dataset.text ?? "{}");
  const place = /** @type {HTMLElement} */ (document.getElementById("ballot"));
  const code = decodeURIComponent(location.pathname.split("/").pop() ?? "").toUpperCase();
  if (code.length === LETTERS) return join(code, text, place);
  /** @type {HTMLElement} */ (document.getElementById("state")).textContent = "";
  askForCode(text, place);
}

if (globalThis.document) start();
