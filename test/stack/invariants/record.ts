// npm run golden: puts on record what the templates have now, to be reviewed as part of the change.
import { recordGolden } from "./golden.ts";

recordGolden();
