import document from "../../docs/openapi.json" with { type: "json" };
import { capabilitiesOf } from "../app/capabilities.ts";
import { screeningHealth } from "../app/screening-health.ts";
import { serve } from "../http/route.ts";
import { clock } from "../wiring/base.ts";
import { operatorFrame } from "../wiring/operator-frame.ts";
import { lists, screening } from "../wiring/screening.ts";
import { rail } from "../wiring/vendors.ts";
import { publicOperations } from "./public.contract.ts";

const version = document.info.version;

const askHealth = lists && screeningHealth(lists, clock);

function served(path: string): boolean {
  return path in document.paths;
}

export const handler = serve(
  publicOperations,
  {
    getHealth: async () => ({
      body: {
        service: "sluice",
        status: "ok",
        version,
        adapter: rail.name,
        kyt: { mock: screening.mock, provider: screening.name, ...(await askHealth?.()) },
      },
    }),
    getApiDocs: async () => ({ body: document }),
    getOpenApi: async () => ({ body: document }),
    getCapabilities: async () => ({
      body: {
        service: "sluice",
        settlementAdapter: rail.name,
        capabilities: capabilitiesOf({ rail }, served),
        ts: clock.now(),
      },
    }),
  },
  operatorFrame,
);
