import type { Frame } from "../../http/route.ts";
import { clock, newId, tick } from "../core/context.ts";
import { log } from "../core/log.ts";

/** The handler frame of pages and routes that anybody may open. */
export const publicFrame: Frame = { tick, clock, newId, log };
