import { pause } from "../../adapters/local/pause.ts";
import type { ScreenDesk } from "../../app/screening/screening-context.ts";
import { deskOf } from "../core/context.ts";
import { meter } from "../core/metrics.ts";
import { exposures } from "./exposures.ts";
import { listMemory } from "./lists.ts";
import { requiredLists } from "./required-lists.ts";

/** What screens are made with, beside a desk. */
export const screening = { lists: listMemory, requiredLists, exposures, meter, pause };

/** The desk of a call that screens. */
export function screenDeskOf(call: Parameters<typeof deskOf>[0]): ScreenDesk {
  return { ...deskOf(call), ...screening };
}
