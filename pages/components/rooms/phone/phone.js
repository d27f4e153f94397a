// The phone's page in a room. Its address names the room; without a room it asks for the code.

import { speak, t } from "../../browser/sentences.js";
import { el } from "../../drawing/elements.js";
import { Ballot } from "./ballot.js";
import { Seat } from "./seat.js";

const LETTERS = 6;

/** @param {HTMLElement} place */
function askForCode(place) {
  const field = el("input", {
    autocapitalize: "characters",
    autocomplete: "off",
    spellcheck: false,
    maxLength: 12,
  });
  const problem = el("p", { role: "alert" });
  const form = el(
    "form",
    el("label", t("Room code"), " ", field),
    el("button", t("Enter")),
    problem,
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    const code = field.value.replace(/\s/g, "").toUpperCase();
    if (/^[A-Z]{6}$/.test(code)) location.href = code;
    else problem.textContent = t("A room code has six letters. Please check yours.");
  };
  place.replaceChildren(form);
  field.focus();
}

/** @param {string} code @param {HTMLElement} place */
function join(code, place) {
  const state = /** @type {HTMLElement} */ (document.getElementById("state"));
  const heading = /** @type {HTMLElement} */ (document.querySelector("h1"));
  heading.textContent = t("Room {code}", { code });
  const address = new URL(`${code}/phone`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const ballot = new Ballot((choice) => seat.choose(choice));
  place.replaceChildren(ballot.node);
  const seat = new Seat(code, address.href, {
    room: ({ room, vote, wanted }) => {
      state.textContent = "";
      if (room) ballot.show(room, vote, !wanted);
    },
    away: (why) => {
      state.textContent = awayInWords(why);
      if (why !== "back_soon") ballot.node.hidden = true;
    },
  });
  document.addEventListener("visibilitychange", () => seat.look(document.hidden));
  addEventListener("online", () => seat.wake());
  addEventListener("pageshow", (event) => event.persisted && seat.wake());
  seat.connect();
}

/** Why a phone is not in the room. @param {string} why */
function awayInWords(why) {
  switch (why) {
    case "no_room":
      return t("There is no room with this code. It may have been closed.");
    case "gone":
      return t("The room is closed. Thank you for taking part!");
    case "full":
      return t("The room is full.");
    case "closed_to_new":
      return t("This room is closed to new phones: ask your teacher.");
    case "too_often":
      return t("Too many wrong room codes were entered on this network. Try again in ten minutes.");
    default:
      return t("The connection is lost. Trying again…");
  }
}

function start() {
  speak(JSON.parse(document.body.dataset.translations ?? "{}"));
  const place = /** @type {HTMLElement} */ (document.getElementById("ballot"));
  const code = decodeURIComponent(location.pathname.split("/").pop() ?? "").toUpperCase();
  if (code.length === LETTERS) return join(code, place);
  /** @type {HTMLElement} */ (document.getElementById("state")).textContent = "";
  askForCode(place);
}

if (globalThis.document) start();
