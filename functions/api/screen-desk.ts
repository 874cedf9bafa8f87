import { verifyScreen } from "../app/verify-screen.ts";
import { serve } from "../http/route.ts";
import { deskOf } from "../wiring/base.ts";
import { listReader as store } from "../wiring/lists.ts";
import { operatorFrame } from "../wiring/operator-frame.ts";
import { screenDeskOperations } from "./screens.contract.ts";

export const handler = serve(
  screenDeskOperations,
  {
    verifyScreen: async (call) => ({ body: await verifyScreen({ ...deskOf(call), store }, call.params.id) }),
  },
  operatorFrame,
);
