import { storedOverview } from "../../app/site/overview-read.ts";
import { frontOperations, overviewOperations } from "../../contract/site/front-pages.ts";
import { serve } from "../../http/route.ts";
import { clock, store } from "../../wiring/core/context.ts";
import { live } from "../../wiring/core/env.ts";
import { peopleFrame } from "../../wiring/frames/public.ts";
import { refusedForPeople } from "../kit/error-page.ts";
import { frontPage, readingOf } from "../kit/front-page.ts";
import { overviewHeaders, overviewPage } from "./overview-page.ts";

const overview = storedOverview({ store, clock });

export const handler = serve(
  { ...frontOperations, ...overviewOperations },
  peopleFrame({ refused: refusedForPeople }),
  {
    showFront: async (call) => frontPage(readingOf(call), !live),
    showPublicOverview: async (call) => overviewPage(await overview(), readingOf(call)),
    getOverview: async () => ({ body: await overview(), headers: overviewHeaders }),
  },
);
