import type { Context } from "../../../app/core/context.ts";
import type { Store } from "../../../app/core/ports.ts";
import { reviewSubjects } from "../../../app/operations/review-subjects.ts";
import type { ReviewSubjects } from "../../../app/review/review-subject.ts";
import { contextOf } from "../../../wiring/core/context.ts";
import { live } from "../../../wiring/core/env.ts";
import { deliveries } from "../../../wiring/webhooks/deliveries-store.ts";
import { listPages } from "./list.ts";

export interface ConsoleContext extends Context {
  readonly deliveries: Store;
  readonly live: boolean;
  readonly subjects: ReviewSubjects;
}

export function consoleContext(call: Parameters<typeof contextOf>[0]): ConsoleContext {
  return { ...contextOf(call), deliveries, live, subjects: reviewSubjects };
}

export const consoleList = listPages<ConsoleContext>();
