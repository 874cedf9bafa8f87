import type { Policy } from "../../app/review/ask-change.ts";
import type { ChangeContext } from "../../app/review/change-rows.ts";
import { contextOf } from "../core/context.ts";
import { checksAddresses, licensedIn, live, twoPersonControl } from "../core/env.ts";
import { meter } from "../core/metrics.ts";
import { screening } from "../gate/screening.ts";

/** What changes of a tenant work with, by the stage's policy. */
export function controlContext(call: Parameters<typeof contextOf>[0]): ChangeContext & Policy {
  const gate = { screening, live, meter };
  return { ...contextOf(call), gate, checksAddresses, licensedIn, twoPersonControl };
}
