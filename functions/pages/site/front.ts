import { keptOverview } from "../../app/site/overview-read.ts";
import { localeOf } from "../../contract/shared/locale.ts";
import { frontOperations, overviewOperations } from "../../contract/site/front-pages.ts";
import { serve } from "../../http/route.ts";
import { clock, store } from "../../wiring/core/context.ts";
import { live } from "../../wiring/core/env.ts";
import { peopleFrame } from "../../wiring/frames/people.ts";
import { refusedForPeople } from "../kit/error-page.ts";
import { frontPage } from "../kit/front-page.ts";
import { overviewHeaders, overviewPage } from "./overview-page.ts";

const overview = keptOverview({ store, clock });

export const handler = serve(
  { ...frontOperations, ...overviewOperations },
  peopleFrame({
    refused: refusedForPeople,
  }),
  {
    showFront: async ({ root, query, languages }) =>
      frontPage({ root, locale: localeOf(query.lang, languages) }, !live),
    showPublicOverview: async ({ root, query, languages }) =>
      overviewPage(await overview(), { root, locale: localeOf(query.lang, languages) }),
    getOverview: async () => ({ body: await overview(), headers: overviewHeaders }),
  },
);
