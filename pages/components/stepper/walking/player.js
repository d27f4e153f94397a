// Walking step by step: by controls, by keys, and by itself.

const SECONDS_A_STEP = 1.2;

/** Whether a key pressed there is meant for what stands there. @param {any} target */
function isTyping(target) {
  return Boolean(target?.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target?.tagName ?? "") || target?.closest?.('[role="combobox"], [role="listbox"], [role="slider"], [role="menu"], [role="tablist"], [role="radiogroup"]'));
}

/**
 * Something that is walked step by step: by its controls, by keys, and by itself. Who extends it
 * has `model.steps` and a `transport`, and draws itself in `arrive`.
 */
export class Player {
  /** @param {number} step where it starts */
  constructor(step) {
    this.step = step;
    this.speed = 1;
    this.playing = false;
  }

  /** @param {number} step */
  go(step) {
    const to = Math.max(0, Math.min(this.model.steps, step));
    if (to === this.model.steps && this.playing) this.togglePlay();
    if (to === this.step) return;
    this.step = to;
    this.arrive();
  }

  togglePlay() {
    this.playing = !this.playing;
    if (this.playing && this.step === this.model.steps) this.go(0);
    this.tick();
    this.transport.update(this);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    this.tick();
  }

  tick() {
    clearInterval(this.ticking);
    if (this.playing) this.ticking = setInterval(() => this.go(this.step + 1), (1000 * SECONDS_A_STEP) / this.speed);
  }

  /** Whether keys are meant for something else now. */
  isBusy() {
    return false;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || this.isBusy()) return;
    const target = /** @type {any} */ (event.composedPath()[0]);
    if (isTyping(target) && target !== this.transport.scrubber) return;
    if (event.key === " " && /^(BUTTON|A|SUMMARY)$/.test(target.tagName ?? "")) return; // Space presses what has the focus
    const act = this.actions()[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** @returns {Record<string, () => void>} */
  actions() {
    const back = () => this.go(this.step - 1);
    const next = () => this.go(this.step + 1);
    return {
      ArrowLeft: back, PageUp: back, ArrowRight: next, PageDown: next,
      Home: () => this.go(0), End: () => this.go(this.model.steps), " ": () => this.togglePlay(),
    };
  }

  stop() {
    clearInterval(this.ticking);
  }
}
