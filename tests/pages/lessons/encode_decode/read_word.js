// Reads a word on its way to its tokens as the browser does, for test_encode_decode.py.

import { WordModel } from "../../../../pages/lessons/encode_decode/word_walk.js";
import { answerLines } from "../../components/answer_lines.js";

/**
 * @import { Encoding } from "../../../../pages/lessons/encode_decode/word_walk.js"
 */

answerLines((/** @type {Encoding} */ data) => {
  const model = new WordModel(data);
  return model.ids.map((ids, step) => ({
    ids,
    first: model.first(step) ?? null,
    fitting: ids.slice(1).map((_, place) => model.fitting(step, place) ?? null),
    asked: model.question(step, (id) => data.tokens[id][0]),
  }));
});
