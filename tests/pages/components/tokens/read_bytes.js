// Which characters the browser finds in bytes, for test_tokens.py.

import { charactersOf } from "../../../../pages/components/tokens/spelling.js";
import { answerLines } from "../answer_lines.js";

answerLines(charactersOf);
