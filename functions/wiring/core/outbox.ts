import { packetQueue } from "../disputes/packet-queue.ts";
import { mailQueue } from "../mail/mail-queue.ts";
import { onboarding } from "../onboarding/onboarding.ts";
import { enqueueContext } from "../webhooks/deliveries.ts";
import { contextFor } from "./context.ts";
import { settings, twoPersonControl } from "./env.ts";
import { log } from "./log.ts";
import { meter } from "./metrics.ts";
import { personal } from "./personal.ts";
import { workflows } from "./workflows.ts";

// What the partner is told is opened as it is read.
const { store } = contextFor("system:onboarding", "");

export const dispatchContext = {
  ...enqueueContext,
  workflows,
  packets: packetQueue,
  mails: mailQueue,
  partner: { onboarding, onboardUrl: settings.ONBOARD_URL, log, twoPersonControl, store, personal },
  meter,
};
