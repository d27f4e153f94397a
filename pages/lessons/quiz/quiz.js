/**
 * A quiz: one question at a time, and a final page that says what was right and why.
 *
 * Text of the corpus is only ever placed with textContent.
 */

import { speak, t } from "../../components/browser/sentences.js";
import { hasTexts, keepInTab, savedInTab } from "../../components/browser/tab_memory.js";
import { button, el } from "../../components/drawing/elements.js";
import { Presenter, putWalk, walkAt } from "../../components/stepper/walking/mounted.js";
import { localeOf } from "../../components/drawing/numbers.js";
import { TeachersRoom } from "../../components/rooms/teacher/room.js";
import { appRoot } from "../../components/stepper/walking/trace_source.js";
import { spaceLegend } from "../../components/tokens/chips.js";
import { Values } from "../../components/tokens/values.js";

/**
 * @import { Drawing } from "../../components/component/newest_drawing.js"
 * @import { AboutCorpus, Value } from "../../components/stepper/payload.d.ts"
 * @import { Spelled } from "../../components/tokens/tokens.d.ts"
 */

/**
 * A choice; if it is wrong and the belief behind it is known, with its name.
 * @typedef {{value: Value, why?: string, belief?: string}} Choice
 *
 * `why` is the reason of the right answer, "" if the choices explain it. `right` is the index of
 * the right choice, and `step` the step at which the words are shown. `running` has the words as a
 * text, if their order matters. A rule is its left token, its right one, and what they become.
 * @typedef {{
 *   ask: string, why: string, facts: Record<string, Value>, choices: Choice[], right: number,
 *   step: number|null, words: [Spelled[], number][], running?: string,
 *   rules: [Spelled, Spelled, Spelled][]
 * }} Question
 */

/**
 * `name` identifies the quiz, and `in_room` has each question as a room asks it. `answers` has a
 * character for each question: the index of the chosen answer, or "-" for none. `at_once` says that
 * an answer is marked when it is given, and `present` that the quiz is shown alone.
 * @typedef {{
 *   name: string, questions: Question[], in_room: {form: string, seed: number}[],
 *   answers: string, at_once: boolean, present: boolean, about: AboutCorpus, lang: string
 * }} Data
 */

const OPEN = "-"; // a question without an answer
const REPORT_AFTER_MS = 300;
/** Under this name, a tab keeps the answers, so that a reload does not lose them. */
const KEPT = "merge-by-merge-quiz";

class Quiz {
  /**
   * @param {Data} data
   * @param {HTMLElement} root
   * @param {(answers: string) => void} report
   * @param {() => void} again
   * @param {(isOn: boolean) => void} present shows the quiz alone, or the whole page
   */
  constructor(data, root, report, again, present) {
    this.data = data;
    this.report = report;
    this.again = again;
    this.values = new Values(data.lang);
    const kept = savedInTab(KEPT, (value) => hasTexts(value, "name", "answers"));
    const answers = data.answers || (kept?.name === data.name ? kept.answers : "");
    /** One answer per question: the index of a choice, as a character. */
    this.answers = data.questions.map(({ choices }, place) =>
      answers[place] in choices ? answers[place] : OPEN
    );
    if (data.answers) this.keep(); // a link's leave the address
    this.place = Math.max(0, this.answers.indexOf(OPEN));
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.reporting = undefined;
    this.node = el("div.quiz", { lang: localeOf(data.lang) });
    this.isAsking = false;
    const { corpus } = data.about;
    const { form, seed } = data.in_room[0];
    const isLast = () => this.place === data.questions.length - 1;
    this.room = new TeachersRoom(appRoot(), {
      source: ["choices", corpus, form, seed],
      votes: 1,
      asksOn: true,
      question: () => this.isAsking ? { question: data.in_room[this.place] } : null,
      open: (isOpen) => {
        this.node.classList.toggle("in-room", isOpen);
        present(isOpen);
      },
      reached: () => this.place,
      hold: (isHeld) => this.node.classList.toggle("room-asks", isHeld),
      carryOut: (place) => place < data.questions.length ? this.go(place) : this.showResult(true),
      labels: {
        ask: t("Ask the class this question"),
        get carryOut() {
          return isLast() ? t("Go on to the results") : t("Go on to the next question");
        },
        way: (k, parts) => t("question {k}: {parts}", { k, parts }),
      },
      scene: (place) => data.questions[place - 1] ? this.scene(data.questions[place - 1]) : null,
      explains: (place) => this.explains(data.questions[place - 1]),
    }, data.about);
    this.presenter = new Presenter(this, () => present(false));
    this.presenter.spot.remove();
    const opener = el("div.moves", this.room.button);
    root.querySelector(".mount")?.replaceChildren(
      this.presenter.node,
      this.room.node,
      this.node,
      opener,
    );
    this.room.comeBack();
    if (answers !== data.answers) this.reportSoon();
    if (this.openTotal) this.ask();
    else this.showResult();
  }

  /** Explains to a room why the answer is right. @param {Question|undefined} question */
  explains(question) {
    if (!question) return {};
    const { why, facts, choices } = question;
    return {
      why: why ? el("p.why", this.values.sentence(why, facts)) : undefined,
      behind: (/** @type {number} */ choice) => choices[choice]?.why ?? "",
    };
  }

  get question() {
    return this.data.questions[this.place];
  }

  /** Whether the current question has its answer, which is told at once. */
  get isMarked() {
    return this.data.at_once && !this.isOpen(this.place);
  }

  get openTotal() {
    return this.answers.filter((answer) => answer === OPEN).length;
  }

  /** @param {number} place */
  isOpen(place) {
    return this.answers[place] === OPEN;
  }

  /** @param {number} place @param {number} choice */
  isChosen(place, choice) {
    return this.answers[place] === String(choice);
  }

  /** Shows the current question. @param {boolean} [focus] */
  ask(focus = false) {
    const { question, values } = this;
    this.isAsking = true;
    this.room.update();
    const total = values.number(this.data.questions.length);
    const heading = el("h2", { tabIndex: -1 }, values.sentence(question.ask, question.facts));
    const progress = el(
      "p.progress",
      t("Question {k} of {n}", { k: values.number(this.place + 1), n: total }),
    );
    this.node.replaceChildren(
      progress,
      this.dots(),
      heading,
      this.scene(question),
      this.isMarked ? this.marked(question, this.place) : this.form(question),
      this.buttons(),
    );
    if (focus) heading.focus();
  }

  /** One button per question; they show which are answered, and which one is current. */
  dots() {
    const { values } = this;
    const buttons = this.data.questions.map((_, i) => {
      const number = values.number(i + 1);
      const [name, state] = this.isOpen(i) ? ["", t("open")] : ["done", t("answered")];
      return button(number, () => this.go(i), name, {
        ariaCurrent: i === this.place ? "step" : null,
        ariaLabel: `${number}: ${state}`,
      });
    });
    return el("nav.dots", { ariaLabel: t("The questions") }, ...buttons);
  }

  /** The words and the merges that a question is about. @param {Question} question */
  scene(question) {
    const { values } = this;
    const parts = [];
    if (question.words.length) {
      const rows = question.words.map(([tokens, count]) =>
        el("li", values.tokens(tokens), el("span.count", `×${values.number(count)}`))
      );
      const title = question.step
        ? t("The words after step {step}", { step: values.number(question.step) })
        : t("The words, before the first merge");
      const legend = spaceLegend(question.words.flatMap(([tokens]) => tokens))
        .map((said) => el("p", said));
      parts.push(el("section", el("h3", title), el("ul", ...rows), ...legend));
    }
    if (question.running) {
      const running = el("p.running", question.running);
      parts.push(el("section", el("h3", t("As running text")), running));
    }
    if (question.rules.length) {
      const rows = question.rules.map(([left, right, token]) =>
        el("li", values.pair([left, right]), el("span.arrow", " → "), values.token(token))
      );
      parts.push(
        el("section", el("h3", t("The merges, in their order")), el("ol.rules", ...rows)),
      );
    }
    return el("div.scene", ...parts);
  }

  /** The choices, each a button. @param {Question} question */
  form(question) {
    const rows = question.choices.map((choice, i) => {
      const value = el("span", this.values.node(choice.value));
      const isChosen = this.isChosen(this.place, i);
      return button(value, () => this.choose(i), "choice", { "aria-pressed": isChosen });
    });
    return el("fieldset", el("legend", t("Choose an answer")), ...rows);
  }

  buttons() {
    const last = this.place === this.data.questions.length - 1;
    const back = button(t("Previous question"), () => this.go(this.place - 1));
    back.disabled = this.place === 0;
    const onwards = last
      ? button(t("Show the result"), () => this.showResult(true), "main")
      : button(t("Next question"), () => this.go(this.place + 1), "main");
    const missing = this.openTotal;
    const note = missing && last
      ? el("span.note", t("Still unanswered: {n}", { n: this.values.number(missing) }))
      : null;
    return el("div.moves", back, onwards, note);
  }

  /** @param {number} place */
  go(place) {
    this.place = place;
    this.ask(true);
  }

  /** @param {number} choice */
  choose(choice) {
    this.answers[this.place] = String(choice);
    this.ask();
    const focused = this.node.querySelector(".marked .verdict, [aria-pressed=true]");
    if (focused instanceof HTMLElement) focused.focus();
    this.reportSoon();
  }

  keep() {
    keepInTab(KEPT, { name: this.data.name, answers: this.answers.join("") });
  }

  reportSoon() {
    clearTimeout(this.reporting);
    this.keep();
    this.reporting = setTimeout(() => this.report(this.answers.join("")), REPORT_AFTER_MS);
  }

  /** Shows what was right, what was chosen instead, and why. @param {boolean} [focus] */
  showResult(focus = false) {
    const { values } = this;
    const { questions } = this.data;
    this.isAsking = false;
    this.room.update();
    const isInRoom = Boolean(this.room.code);
    const right = questions.filter(({ right }, i) => this.isChosen(i, right)).length;
    const heading = el(
      "h2.score",
      { tabIndex: -1, role: "status", hidden: isInRoom },
      t("{k} of {n} right", { k: values.number(right), n: values.number(questions.length) }),
    );
    const again = button(t("New questions"), () => this.again(), "main");
    const reset = button(t("Try these again"), () => this.reset());
    const rows = questions.map((question, i) => this.review(question, i));
    const review = el("ol.review", ...rows);
    this.node.replaceChildren(
      heading,
      el("div.moves", again, reset),
      // In a test before a lesson, the class sees the answers after the one that follows it.
      isInRoom
        ? el("details", el("summary", t("The questions with their answers")), review)
        : review,
    );
    if (focus) heading.focus();
  }

  /** @param {Question} question @param {number} place */
  review(question, place) {
    const number = `${this.values.number(place + 1)}. `;
    const ask = el("h3", number, this.values.sentence(question.ask, question.facts));
    const marked = this.marked(question, place);
    marked.querySelector(".verdict")?.after(ask, this.scene(question));
    return el("li", marked);
  }

  /**
   * Whether the answer to a question is right, what was chosen instead, and why.
   * @param {Question} question
   * @param {number} place
   */
  marked(question, place) {
    const { values } = this;
    const ok = this.isChosen(place, question.right);
    const state = ok ? t("right") : this.isOpen(place) ? t("no answer") : t("wrong");
    const choices = question.choices.map((choice, i) =>
      this.reviewChoice(choice, i === question.right, this.isChosen(place, i))
    );
    return el(
      ok ? "div.marked.ok" : "div.marked.off",
      el("p.verdict", { tabIndex: -1 }, `${ok ? "✓" : "✗"} ${state}`),
      el("ul.choices", ...choices),
      question.why ? el("p.why", values.sentence(question.why, question.facts)) : null,
    );
  }

  /** @param {Choice} choice @param {boolean} right @param {boolean} chosen */
  reviewChoice(choice, right, chosen) {
    const mark = el(
      "span.sign",
      { ariaLabel: right ? t("right") : "" },
      right ? "✓" : chosen ? "✗" : "·",
    );
    const yours = chosen ? el("small.yours", t("your answer")) : null;
    const why = choice.why ? el("p", choice.why) : null;
    return el(
      "li",
      { className: right ? "right" : chosen ? "chosen" : "" },
      mark,
      el("div", el("span", this.values.node(choice.value)), " ", yours, why),
    );
  }

  reset() {
    this.answers.fill(OPEN);
    this.reportSoon();
    this.go(0);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    this.room.key(event);
  }

  stop() {
    clearTimeout(this.reporting);
    this.room.leave();
  }
}

/** @param {Drawing<Data>} drawing */
export default function mount({ data, parentElement, setStateValue, setTriggerValue }) {
  speak(data.translations);
  /** @type {Quiz|undefined} */
  const known = walkAt(parentElement);
  const isSame = known?.data.name === data.name && known.data.lang === data.lang;
  if (!isSame) known?.stop();
  const quiz = isSame ? known : new Quiz(
    data,
    parentElement,
    (answers) => setStateValue("answers", [data.name, answers]),
    () => setTriggerValue("again", Date.now()),
    (isOn) => setTriggerValue("present", isOn),
  );
  quiz.presenter.show(data.present);
  return putWalk(parentElement, quiz);
}
