// Which characters the browser finds in bytes, for test_characters_of_bytes.py.

import { charactersOf } from "../../../../pages/components/tokens/spelling.js";
import { answerLines } from "../answer_lines.js";

answerLines(charactersOf);
