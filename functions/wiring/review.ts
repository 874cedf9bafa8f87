import type { ReviewDesk } from "../app/review-subject.ts";
import { deskOf } from "./base.ts";
import { vendors } from "./vendors.ts";

/** What operators' actions on the review queue work with. */
export function reviewDesk(call: Parameters<typeof deskOf>[0]): ReviewDesk {
  const { screening, live, meter } = vendors;
  return { ...deskOf(call), gate: { screening, live, meter } };
}
