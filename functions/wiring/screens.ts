import { pause } from "../adapters/pause.ts";
import type { ScreenDesk } from "../app/screen-sight.ts";
import { deskOf } from "./base.ts";
import { exposures } from "./exposures.ts";
import { listMemory } from "./lists.ts";
import { meter } from "./meter.ts";
import { requiredLists } from "./required-lists.ts";

/** What screens are made with, beside a desk. */
export const screening = { lists: listMemory, requiredLists, exposures, meter, pause };

/** The desk of a call that screens. */
export function screenDeskOf(call: Parameters<typeof deskOf>[0]): ScreenDesk {
  return { ...deskOf(call), ...screening };
}
