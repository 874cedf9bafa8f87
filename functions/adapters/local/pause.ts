import { setTimeout as wait } from "node:timers/promises";
import type { Pause } from "../../app/core/ports.ts";

/** Random over the whole stretch, so that those who met do not meet again. */
export const pause: Pause = (upToMs) => wait(Math.random() * upToMs);
