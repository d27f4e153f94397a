// The stepper: pair frequencies, why a pair wins, and what its merge changed.

const SUM_BYTES = 160; // of UTF-8 in a sum's words that are shown, but at least three words

/** How often each pair stands now, most frequent first; the next winner and its ties marked. */
class Pairs {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    const { text } = stepper.model.walk;
    this.list = el("ol", { className: "bars" });
    this.more = el("p", { className: "more" });
    this.node = panel(text.pairs_title, "pairs", null, el("p", { className: "legend" }, text.pairs_legend), this.list, this.more);
    /** @type {Map<string, BarRow>} the rows that are shown, by pair */
    this.rows = new Map();
  }

  /** @param {View|undefined} view */
  update(view) {
    const { text } = this.stepper.model.walk;
    this.node.classList.toggle("loading", !view);
    if (!view) return;
    const n = view.pairs.length / 3;
    const before = this.rows;
    this.rows = new Map();
    for (let rank = 0; rank < n; rank++) {
      const [left, right] = view.pairs.slice(3 * rank, 3 * rank + 2);
      const key = `${left} ${right}`;
      const row = before.get(key) ?? this.makeRow(left, right); // a pair that stays keeps its row
      this.updateRow(row, amountOf(view, rank), amountOf(view, 0), this.markOf(rank, view));
      this.rows.set(key, row);
    }
    this.arrange(before);
    const rest = view.pair_total - n;
    this.more.textContent = n === 0 ? text.no_pairs : rest > 0 ? text.more_pairs.replace("{n}", this.stepper.number(rest)) : "";
  }

  /** Puts the rows in order and moves none that is where it belongs. @param {Map<string, BarRow>} before */
  arrange(before) {
    for (const [key, row] of before) if (!this.rows.has(key)) row.node.remove();
    let place = this.list.firstChild;
    for (const { node } of this.rows.values()) {
      if (node === place) place = place.nextSibling;
      else this.list.insertBefore(node, place);
    }
  }

  /** @param {number} left @param {number} right @returns {BarRow} */
  makeRow(left, right) {
    const bar = el("span", { className: "bar" });
    const value = el("span", { className: "value" });
    const mark = el("span", { className: "mark" });
    const name = el("span", { className: "name" }, this.stepper.chips.pair(left, right));
    const fork = this.stepper.choose ? whatIf(this.stepper, left, right) : null;
    const node = el("li", { tabIndex: 0 }, name, el("span", { className: "track" }, bar, value), mark, fork);
    node.onmouseenter = node.onfocus = () => this.stepper.words.ring(left, right);
    node.onmouseleave = node.onblur = () => this.stepper.words.ring();
    return { node, bar, value, mark };
  }

  /** "next", "tied" or "" @param {number} rank @param {View} view */
  markOf(rank, view) {
    if (rank === 0 && this.stepper.step < this.stepper.model.steps) return "next";
    return rank < view.tie_total && view.tie_total > 1 ? "tied" : "";
  }

  /** @param {BarRow} row @param {number} amount @param {number} most @param {string} mark */
  updateRow(row, amount, most, mark) {
    row.bar.style.width = `${(100 * amount) / most}%`;
    row.value.textContent = this.stepper.amount(amount);
    row.mark.textContent = mark ? this.stepper.model.walk.text[`mark_${mark}`] : "";
    row.node.className = mark;
  }
}

/** The sum behind the last merge and behind the next one, and what decided. */
class Why {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.text = stepper.model.walk.text;
    this.body = el("div", { className: "reasons" });
    this.node = panel(this.text.why_title, "why", null, this.body);
  }

  /** @param {View|undefined} before @param {View|undefined} now */
  update(before, now) {
    const { step, model } = this.stepper;
    const rows = [];
    if (step > 0) rows.push(this.reason("done", step, before));
    if (step < model.steps) rows.push(this.reason("coming", step + 1, now));
    else rows.push(el("p", { className: "reason" }, this.text[`stopped_${model.walk.stopped}`]));
    this.body.replaceChildren(...rows);
  }

  /** @param {string} name @param {number} step the merge that is explained @param {View|undefined} view of the step before it */
  reason(name, step, view) {
    const { chips, model } = this.stepper;
    const { left, right, count } = model.merge(step);
    const title = fill(name === "done" ? this.text.why_done : this.text.why_coming, { k: this.stepper.number(step), pair: chips.pair(left, right) });
    const body = view ? [this.sum(view, count), this.score(view), this.verdict(view), this.bpe(view), this.other(view, step)] : [el("p", {}, "…")];
    return el("div", { className: `reason ${name}` }, el("p", { className: "reason-title" }, title), ...body);
  }

  /** learning 7 + language 3 + processing 7 = 17 @param {View} view @param {number} count */
  sum(view, count) {
    const line = el("p", { className: "sum" });
    let room = SUM_BYTES;
    const shown = view.words.filter(([word], i) => (room -= Math.min(new TextEncoder().encode(word).length, 90) + 4) > 0 || i < 3);
    shown.forEach(([word, times, wordCount], i) => line.append(i ? el("span", { className: "op" }, " + ") : "", this.addend(word, times, wordCount)));
    const often = Math.max(...shown.map(([, times]) => times));
    const rest = view.word_total - shown.length;
    if (rest > 0) line.append(el("span", { className: "op" }, " + "), this.text.more_addends.replace("{n}", this.stepper.number(rest)));
    line.append(el("span", { className: "op" }, " = "), el("b", { className: "total" }, this.stepper.number(count)));
    if (often > 1) line.append(" ", el("small", { className: "more" }, this.text.times_note.replaceAll("{n}", this.stepper.number(often))));
    return line;
  }

  /** @param {string} word @param {number} times in the word @param {number} count of the word */
  addend(word, times, count) {
    const factor = times > 1 ? ` × ${this.stepper.number(times)}` : "";
    return el("span", { className: "addend" }, this.wordLabel(word), "\u00a0", el("b", {}, this.stepper.number(count) + factor));
  }

  /** @param {string} word */
  wordLabel(word) {
    const points = [...word];
    return el("bdi", {}, visible(points.length > 40 ? points.slice(0, 40).join("") + "…" : word));
  }

  /** 5 / (20 × 5) = 0.05 @param {View} view */
  score(view) {
    if (!view.token_counts) return "";
    const { number, amount } = this.stepper;
    const [left, right] = view.token_counts;
    const values = { count: number(view.pairs[2]), left: number(left), right: number(right), score: el("b", {}, amount(amountOf(view, 0))) };
    return el("p", { className: "sum" }, fill(this.text.score, values));
  }

  /** At a tie, a way to see what follows if the other pair is merged. @param {View} view @param {number} step */
  other(view, step) {
    const { chips, choose } = this.stepper;
    if (!choose || view.tie_total < 2) return "";
    const [left, right] = view.pairs.slice(3, 5);
    return el("button", { type: "button", className: "other", onclick: () => choose([[step, left, right]]) }, fill(this.text.what_if, { pair: chips.pair(left, right) }));
  }

  /** What BPE would have taken, where that is another pair. @param {View} view */
  bpe(view) {
    if (!view.bpe) return "";
    const { number, amount, chips } = this.stepper;
    const [left, right, count, leftCount, rightCount] = view.bpe;
    if (count / (leftCount * rightCount) === amountOf(view, 0)) return ""; // it ties: the rule decided
    const values = { pair: chips.pair(left, right), count: number(count), left: number(leftCount), right: number(rightCount), score: amount(count / (leftCount * rightCount)) };
    return el("p", { className: "verdict" }, fill(this.text.bpe_instead, values));
  }

  /** Why this one: none has more, or a tie and the rule. @param {View} view */
  verdict(view) {
    const { chips, model } = this.stepper;
    const tied = view.tie_total;
    const line = el("p", { className: "verdict" });
    if (tied > 1) {
      line.classList.add("tie");
      const others = el("span", { className: "others" });
      const shown = Math.min(tied, view.pairs.length / 3, 6);
      for (let i = 1; i < shown; i++) others.append(i > 1 ? this.text.comma : "", chips.pair(view.pairs[3 * i], view.pairs[3 * i + 1]));
      if (tied > shown) others.append(this.text.and_more.replace("{n}", this.stepper.number(tied - shown)));
      line.append(fill(this.text.verdict_tie, { n: this.stepper.number(tied), count: this.stepper.amount(amountOf(view, 0)), others }), " ", this.text[`rule_${model.walk.tie_rule}`]);
    } else if (view.pairs.length > 3) {
      line.append(fill(this.text.verdict_most, { pair: chips.pair(view.pairs[3], view.pairs[4]), count: this.stepper.amount(amountOf(view, 1)) }));
    } else line.append(this.text.verdict_only);
    return line;
  }
}

/** Which pair counts the last merge moved, and which tokens it used up. */
class Changes {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.text = stepper.model.walk.text;
    this.body = el("div", { className: "changes" });
    this.node = panel(this.text.changes_title, "changed", null, this.body);
  }

  /** @param {View|undefined} view */
  update(view) {
    if (!view) return void this.body.replaceChildren("…");
    if (this.stepper.step === 0) return void this.body.replaceChildren(el("p", { className: "more" }, this.text.changes_none));
    const { model } = this.stepper;
    const { token } = model.merge(this.stepper.step);
    const saved = model.tokenCounts[this.stepper.step - 1] - model.tokenCounts[this.stepper.step];
    const groups = [this.group("new", view, view.new_total), this.group("fell", view, view.fell_total), this.group("gone", view, view.gone_total)];
    const first = fill(this.text.changed_tokens, { token: this.stepper.chips.chip(token), saved: this.stepper.number(saved), total: this.stepper.number(model.tokenCounts[this.stepper.step]) });
    this.body.replaceChildren(el("p", {}, first), ...groups.filter(Boolean), this.droppedLine(view));
  }

  /** @param {string} kind @param {View} view @param {number} total */
  group(kind, view, total) {
    if (!total) return "";
    const rows = [];
    for (let i = 0; i < view.changes.length; i += 4) {
      const [left, right, before, after] = view.changes.slice(i, i + 4);
      const is = before === 0 ? "new" : after === 0 ? "gone" : "fell";
      if (is === kind) rows.push(this.change(left, right, before, after, kind));
    }
    const rest = total - rows.length;
    if (rest > 0) rows.push(el("li", { className: "more" }, this.text.and_more.replace("{n}", this.stepper.number(rest))));
    const label = this.text[`changed_${kind}`].replace("{n}", this.stepper.number(total));
    return el("div", { className: `group ${kind}` }, el("h4", {}, label), el("ul", {}, ...rows));
  }

  /** @param {number} left @param {number} right @param {number} before @param {number} after @param {string} kind */
  change(left, right, before, after, kind) {
    const { number } = this.stepper;
    const counts = kind === "new" ? number(after) : kind === "gone" ? number(before) : `${number(before)} → ${number(after)}`;
    return el("li", {}, this.stepper.chips.pair(left, right), " ", el("span", { className: "value" }, counts));
  }

  /** @param {View} view */
  droppedLine(view) {
    if (!view.dropped.length) return "";
    const tokens = el("span", {}, ...view.dropped.flatMap((id, i) => [i ? " " : "", this.stepper.chips.chip(id)]));
    return el("p", { className: "dropped" }, fill(this.text.dropped, { tokens }));
  }
}
