import { serve } from "../http/route.ts";
import { deskOf } from "../wiring/base.ts";
import { live, settings } from "../wiring/env.ts";
import { operatorFrame } from "../wiring/operator-frame.ts";
import { kybOperations } from "./kyb.contract.ts";
import { kybCalls } from "./kyb-calls.ts";

const stage = { live, onboardUrl: settings.ONBOARD_URL };

export const handler = serve(
  kybOperations,
  kybCalls((call) => ({ ...deskOf(call), ...stage })),
  operatorFrame,
);
