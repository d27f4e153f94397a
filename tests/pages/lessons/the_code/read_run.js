// Reads a recorded run as the browser does, for test_program_walk.py.

import { RunModel } from "../../../../pages/lessons/the_code/recorded_run.js";
import { answerLines } from "../../components/answer_lines.js";

/**
 * @import { Run } from "../../../../pages/lessons/the_code/recorded_run.js"
 */

answerLines((/** @type {Run} */ run) => {
  const [lines, phases] = [new RunModel(run, "line"), new RunModel(run, "phase")];
  const read = (/** @type {RunModel} */ model) =>
    Array.from({ length: model.steps + 1 }, (_, step) => {
      const { line, isReturn, calls } = model.at(step);
      return [line, isReturn, calls.map(({ name, held }) => [name, held])];
    });
  const turns = Array.from(phases.stops, (_, step) => phases.turn(phases.at(step))?.merge ?? null);
  const back = lines.stops.map((event) => phases.stops[phases.stepAt(event)]);
  return { lines: read(lines), phases: read(phases), turns, back };
});
