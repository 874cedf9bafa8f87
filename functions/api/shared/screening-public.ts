import document from "../../../docs/openapi.screening.json" with { type: "json" };
import { listsHealth } from "../../app/screening/list-catalogue.ts";
import { screeningPublicOperations } from "../../contract/shared/screening-public.ts";
import { documentAt } from "../../http/document-at.ts";
import { serve } from "../../http/route.ts";
import { clock, store } from "../../wiring/core/context.ts";
import { settings } from "../../wiring/core/env.ts";
import { catchAllFrame } from "../../wiring/frames/public.ts";
import { requiredLists } from "../../wiring/screening/required-lists.ts";

const { version } = document.info;
const served = documentAt(document, settings.PUBLIC_URL);

// What no other Lambda serves comes here too: under /admin nobody learns which routes there are without a credential.
export const handler = serve(screeningPublicOperations, catchAllFrame, {
  getScreeningHealth: async () => {
    const health = await listsHealth({ store, clock }, requiredLists);
    return { body: { service: "sluice-screening", version, ...health, providers: settings.EXPOSURE } };
  },
  getScreeningApiDocs: async () => ({ body: served }),
  getScreeningOpenApi: async () => ({ body: served }),
});
