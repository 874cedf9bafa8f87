import { keptOverview } from "../app/overview-read.ts";
import { platformBrand } from "../domain/brand.ts";
import { serve } from "../http/route.ts";
import { book, clock } from "../wiring/base.ts";
import { live } from "../wiring/env.ts";
import { peopleFrame } from "../wiring/people-frame.ts";
import { frontOperations, overviewOperations } from "./front.contract.ts";
import { frontPage } from "./front-page.ts";
import { localeOf } from "./locale.ts";
import { overviewHeaders, overviewPage } from "./overview-page.ts";
import { refusedForPeople } from "./refused-people.ts";

const overview = keptOverview({ book, clock });

export const handler = serve(
  { ...frontOperations, ...overviewOperations },
  {
    showFront: async ({ root, query, languages }) =>
      frontPage({ root, locale: localeOf(query.lang, languages) }, !live),
    showPublicOverview: async ({ root, query, languages }) =>
      overviewPage(await overview(), { root, locale: localeOf(query.lang, languages) }),
    getOverview: async () => ({ body: await overview(), headers: overviewHeaders }),
  },
  peopleFrame({
    refused: async (refusal, { root, lang, languages, requestId }) =>
      refusedForPeople(refusal, { root, brand: platformBrand, locale: localeOf(lang, languages), requestId }),
  }),
);
