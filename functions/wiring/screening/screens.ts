import { pause } from "../../adapters/local/pause.ts";
import type { ScreenContext } from "../../app/screening/screening-context.ts";
import { contextOf } from "../core/context.ts";
import { meter } from "../core/metrics.ts";
import { exposures } from "./exposures.ts";
import { listMemory } from "./lists.ts";
import { requiredLists } from "./required-lists.ts";

/** What screens are made with, beside a context. */
export const screening = { lists: listMemory, requiredLists, exposures, meter, pause };

export function screenContextOf(call: Parameters<typeof contextOf>[0]): ScreenContext {
  return { ...contextOf(call), ...screening };
}
