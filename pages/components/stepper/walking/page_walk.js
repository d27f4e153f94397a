// The walk of a lesson: the page follows it, and a teacher can present it.

import { announce, followSavedStep, savedStep } from "../../walk_follower/walk_place.js";
import { el, leaveNoFocus } from "../../drawing/elements.js";
import { focusedIn } from "../../drawing/panel.js";
import { localeOf } from "../../drawing/numbers.js";
import { receivedData } from "../../drawing/place_to_draw.js";
import { Player } from "./player.js";
import { Presenter, putWalk, walkAt } from "./mounted.js";
import { reportSeen } from "./trace_source.js";

/**
 * @import { Drawing, Tell } from "../../component/newest_drawing.js"
 * @import { ClassroomOptions, Walked } from "../payload.d.ts"
 * @import { offerRoom, Predicted } from "./offered_room.js"
 * @import { Called } from "./player.js"
 */

/**
 * Unlike other walks, it is the one that the page follows. Subclasses lay out its parts, and say
 * what a room can ask.
 * @template {{steps: number, figuresAt(step: number): Record<string, number>}} M
 * @extends {Player<M>}
 */
export class PageWalk extends Player {
  /** @type {ReturnType<typeof offerRoom>} */
  room = undefined;
  /** Its key with its language, and the visit that it was drawn for. */
  identity = "";
  visit = 0;

  /**
   * @param {M} model
   * @param {Walked} walk
   * @param {Called} called
   * @param {Tell} tell tells Python what the learner chose
   * @param {typeof offerRoom} [offer] a room, where there is a server for one
   */
  constructor(model, walk, called, tell, offer) {
    super(model, walk.step, called, walk.lang);
    this.offer = offer;
    this.presenter = new Presenter(this, tell);
    this.classroom = el("div.classroom", this.presenter.node);
    this.node = el("div.stepper", { lang: localeOf(walk.lang) });
    leaveNoFocus(this.node);
  }

  /**
   * Draws the walk for the first time, below its controls.
   * @param {HTMLElement} root
   * @param {...(Node|null)} children
   */
  layOut(root, ...children) {
    const drawn = children.filter((child) => child !== null);
    this.node.append(this.transport.node, this.classroom, ...drawn);
    root.querySelector(".mount")?.replaceChildren(this.node);
  }

  /** Lets a room ask about each step. @returns {Predicted} */
  inRoom() {
    return {
      node: this.node,
      asks: "",
      question: () => null,
      isPredicted: () => Boolean(this.prediction?.on),
      predict: (isOn) => this.prediction?.set(isOn),
      carryOut: (step) => this.go(step),
      reached: () => this.step,
    };
  }

  /** Applies a teacher's options, as Python sends them now. @param {ClassroomOptions} options */
  dress(options) {
    this.presenter.dress(options);
    this.room ??= this.offer?.(this.presenter, this.inRoom(), options);
  }

  /** @override */
  arrive() {
    followSavedStep(this.step);
    super.arrive();
  }

  /** @override */
  drawStep() {
    super.drawStep();
    announce(this.model.figuresAt(this.step));
    this.room?.update();
  }

  /** In a room, a clicker's keys control the room. @override @param {KeyboardEvent} event */
  key(event) {
    if (!this.room?.key(event)) super.key(event);
  }

  /** @override */
  stop() {
    super.stop();
    this.room?.leave();
  }

  /** Takes what is sent again for this walk. @param {Walked} sent */
  take({ classroom }) {
    if (classroom) this.dress(classroom);
  }

  /** The visitor has come back to a step. @param {Walked} sent */
  comeBack({ step }) {
    this.go(step);
  }
}

/**
 * Draws a walk, or updates the one that is there. Returns what ends it.
 * @template {PageWalk<any>} W
 * @param {Drawing<Uint8Array>} drawing what Python sent: JSON as bytes
 * @param {(sent: any, root: HTMLElement, tell: Tell, before?: W) => W} start draws it in place of
 *   another
 */
export function drawWalk(drawing, start) {
  const { parentElement: place, setTriggerValue } = drawing;
  /** @type {Walked} */
  const sent = receivedData(drawing);
  /** @type {W|undefined} */
  const before = walkAt(place);
  const identity = `${sent.key} ${sent.lang}`;
  if (before?.identity === identity) {
    if (sent.visit !== before.visit) before.comeBack(sent);
    before.visit = sent.visit;
    before.take(sent);
    return putWalk(place, before);
  }
  before?.stop();
  if (!before) sent.step = savedStep() ?? sent.step;
  const hadFocus = before && focusedIn(before.node);
  const walk = Object.assign(start(sent, place, setTriggerValue, before), {
    identity,
    visit: sent.visit,
  });
  const end = putWalk(place, walk);
  reportSeen(sent.key);
  if (hadFocus) walk.takeFocus();
  return end;
}
