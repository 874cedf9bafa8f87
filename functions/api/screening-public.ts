import document from "../../docs/openapi.screening.json" with { type: "json" };
import { listsHealth } from "../app/lists-health.ts";
import { documentAt } from "../http/document-at.ts";
import { serve } from "../http/route.ts";
import { book, clock } from "../wiring/base.ts";
import { settings } from "../wiring/env.ts";
import { operatorFrame } from "../wiring/operator-frame.ts";
import { requiredLists } from "../wiring/required-lists.ts";
import { screeningPublicOperations } from "./screening-public.contract.ts";

const { version } = document.info;
const served = documentAt(document, settings.PUBLIC_URL);

// What no other Lambda serves comes here too: under /admin nobody learns which routes there are without a credential.
export const handler = serve(
  screeningPublicOperations,
  {
    getScreeningHealth: async () => {
      const health = await listsHealth({ book, clock }, requiredLists);
      return { body: { service: "sluice-screening", version, ...health, providers: settings.EXPOSURE } };
    },
    getScreeningApiDocs: async () => ({ body: served }),
    getScreeningOpenApi: async () => ({ body: served }),
  },
  operatorFrame,
);
