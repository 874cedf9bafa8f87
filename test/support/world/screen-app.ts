import { fetchLists } from "../../../functions/app/screening/fetch-lists.ts";
import {
  approveOwnEntry,
  proposeOwnEntry,
  withdrawOwnEntry,
} from "../../../functions/app/screening/internal-lists.ts";
import { screenBatch } from "../../../functions/app/screening/screen-batch.ts";
import { screenValue } from "../../../functions/app/screening/screen-value.ts";
import { sweepScreening } from "../../../functions/app/screening/sweep.ts";

/** What the screening interface does, as a world runs it: the real use cases, unless a test puts something in their place. */
export const theScreenApp = {
  ...{ screenValue, screenBatch, sweepScreening, fetchLists },
  ...{ proposeOwnEntry, approveOwnEntry, withdrawOwnEntry },
};

export type ScreenApp = typeof theScreenApp;
