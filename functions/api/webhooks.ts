import { listWebhooks, registerWebhook } from "../app/webhooks.ts";
import { serve } from "../http/route.ts";
import { deskOf } from "../wiring/base.ts";
import { settings } from "../wiring/env.ts";
import { operatorFrame } from "../wiring/operator-frame.ts";
import { secrets } from "../wiring/webhook-secrets.ts";
import { webhookOperations } from "./webhooks.contract.ts";

export const handler = serve(
  webhookOperations,
  {
    registerWebhook: async (call) => {
      const desk = { ...deskOf(call), secrets, local: settings.LOCAL };
      return { body: await registerWebhook(desk, call.params.id, call.body) };
    },
    listWebhooks: async (call) => {
      return { body: await listWebhooks(deskOf(call), call.params.id, call.query) };
    },
  },
  operatorFrame,
);
