import { packetQueue } from "../disputes/packet-queue.ts";
import { mailQueue } from "../mail/mail-queue.ts";
import { onboarding } from "../onboarding/onboarding.ts";
import { enqueueContext } from "../webhooks/deliveries.ts";
import { settings, twoPersonControl } from "./env.ts";
import { log } from "./log.ts";
import { meter } from "./metrics.ts";
import { workflows } from "./workflows.ts";
import "./personal.ts";

export const dispatchContext = {
  ...enqueueContext,
  workflows,
  packets: packetQueue,
  mails: mailQueue,
  partner: { onboarding, onboardUrl: settings.ONBOARD_URL, log, twoPersonControl },
  meter,
};
