// The page of a lesson whose walk is the stepper's.

import mount from "../components/stepper/stepper.js";
import { openPage } from "./walk_page.js";

void openPage(mount);
