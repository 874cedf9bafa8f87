import type { CostMeter } from "../../../app/console/ports.ts";
import type { Context } from "../../../app/core/context.ts";
import type { Store } from "../../../app/core/ports.ts";
import { reviewSubjects } from "../../../app/operations/review-subjects.ts";
import type { ReviewSubjects } from "../../../app/review/review-subject.ts";
import { contextOf } from "../../../wiring/core/context.ts";
import { costMeter } from "../../../wiring/core/cost-meter.ts";
import { live } from "../../../wiring/core/env.ts";
import { deliveries } from "../../../wiring/webhooks/deliveries-store.ts";
import { listPages } from "./list.ts";

export interface ConsoleContext extends Context {
  readonly deliveries: Store;
  readonly live: boolean;
  readonly subjects: ReviewSubjects;
  /** Only a sandbox on a developer's machine has one. */
  readonly costMeter: CostMeter | null;
}

export function consoleContext(call: Parameters<typeof contextOf>[0]): ConsoleContext {
  return { ...contextOf(call), deliveries, live, subjects: reviewSubjects, costMeter };
}

export const consoleList = listPages<ConsoleContext>();
