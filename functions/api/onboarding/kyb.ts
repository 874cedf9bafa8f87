import { kybOperations } from "../../contract/onboarding/kyb.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { live, settings } from "../../wiring/core/env.ts";
import { personal } from "../../wiring/core/personal.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { kybCalls } from "./kyb-handlers.ts";

const stage = { live, onboardUrl: settings.ONBOARD_URL };

export const handler = serve(
  kybOperations,
  withCursors({ ...operatorFrame, personal }),
  kybCalls((call) => ({ ...contextOf(call), ...stage })),
);
