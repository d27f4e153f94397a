// The page of the lesson about what a model does with tokens.

import mountModel from "../components/bigram_walk/bigram_walk.js";
import { openPage } from "./walk_page.js";

void openPage(mountModel);
