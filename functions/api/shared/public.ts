import document from "../../../docs/openapi.json" with { type: "json" };
import { assetsOf, capabilitiesOf, loadGlobalFlags } from "../../app/operations/capabilities.ts";
import { screeningHealth } from "../../app/screening/health.ts";
import { publicOperations } from "../../contract/shared/public.ts";
import { documentAt } from "../../http/document-at.ts";
import { serve } from "../../http/route.ts";
import { clock, store } from "../../wiring/core/context.ts";
import { live, settings } from "../../wiring/core/env.ts";
import { catchAllFrame } from "../../wiring/frames/public.ts";
import { lists, screening } from "../../wiring/gate/screening.ts";
import { rail } from "../../wiring/rails/rail.ts";

const version = document.info.version;
const served = documentAt(document, settings.PUBLIC_URL);

const askHealth = lists && screeningHealth(lists, clock);

function isServed(path: string): boolean {
  return path in document.paths;
}

export const handler = serve(publicOperations, catchAllFrame, {
  getHealth: async () => ({
    body: {
      service: "sluice",
      status: "ok",
      version,
      adapter: rail.name,
      kyt: { mock: screening.mock, provider: screening.name, ...(await askHealth?.()) },
    },
  }),
  getApiDocs: async () => ({ body: served }),
  getOpenApi: async () => ({ body: served }),
  getCapabilities: async () => ({
    body: {
      service: "sluice",
      settlementAdapter: rail.name,
      capabilities: capabilitiesOf(
        {
          ...{ rail, conversion: settings.CONVERSION, live, flags: await loadGlobalFlags({ store }) },
          gate: { mock: screening.mock, health: await askHealth?.() },
        },
        isServed,
      ),
      assets: assetsOf(rail, clock.now()),
      ts: clock.now(),
    },
  }),
});
