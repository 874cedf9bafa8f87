import { verifyScreen } from "../../app/screening/verify-screen.ts";
import { screenDeskOperations } from "../../contract/screening/screens.ts";
import { serve } from "../../http/route.ts";
import { deskOf } from "../../wiring/core/context.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { listReader as store } from "../../wiring/screening/lists.ts";

export const handler = serve(
  screenDeskOperations,
  {
    verifyScreen: async (call) => ({ body: await verifyScreen({ ...deskOf(call), store }, call.params.id) }),
  },
  operatorFrame,
);
