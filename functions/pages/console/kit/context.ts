import type { Desk } from "../../../app/core/context.ts";
import type { Book } from "../../../app/core/ports.ts";
import { reviewSubjects } from "../../../app/operations/review-subjects.ts";
import type { ReviewSubjects } from "../../../app/review/review-subject.ts";
import { deskOf } from "../../../wiring/core/context.ts";
import { live } from "../../../wiring/core/env.ts";
import { deliveries } from "../../../wiring/webhooks/deliveries-store.ts";
import { listPages } from "./list.ts";

/** What the console's pages read from. */
export interface ConsoleContext extends Desk {
  readonly deliveries: Book;
  readonly live: boolean;
  readonly subjects: ReviewSubjects;
}

/** The context of somebody's page. */
export function consoleContext(call: Parameters<typeof deskOf>[0]): ConsoleContext {
  return { ...deskOf(call), deliveries, live, subjects: reviewSubjects };
}

/** Lists of the console. */
export const consoleList = listPages<ConsoleContext>();
