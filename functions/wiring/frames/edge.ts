import { systemClock } from "../../adapters/local/clock.ts";
import { newId } from "../../adapters/local/id-maker.ts";
import type { Frame } from "../../http/route.ts";
import { settings } from "../core/env.ts";
import { log } from "../core/log.ts";

/** The handler frame of what is the same for everybody at every time: it opens no book. */
export const edgeFrame: Frame = {
  tick: async () => undefined,
  clock: systemClock,
  newId,
  log,
  docsUrl: `${settings.PUBLIC_URL}/docs`,
  secure: !settings.LOCAL,
};
