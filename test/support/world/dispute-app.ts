import { approve } from "../../../functions/app/approvals.ts";
import { actOnCase } from "../../../functions/app/case-acts.ts";
import { attachFile, attachText } from "../../../functions/app/case-evidence.ts";
import { ingestAlert } from "../../../functions/app/ingest-alert.ts";
import { matchAlert } from "../../../functions/app/match-alert.ts";
import { buildPacket } from "../../../functions/app/packet.ts";
import { refundPayment } from "../../../functions/app/refund-payment.ts";
import { endAlert } from "../../../functions/app/resolve-alert.ts";
import { actOnReview } from "../../../functions/app/review-actions.ts";
import { startCase } from "../../../functions/app/start-case.ts";
import { packetLink, submitToNetwork } from "../../../functions/app/submit-case.ts";

/** What clients and queues ask for of disputes: the real use cases, unless a test puts something in their place. */
export const theDisputeApp = {
  ...{ ingestAlert, matchAlert, endAlert, refundPayment, actOnReview, approve },
  ...{ startCase, actOnCase, attachText, attachFile, submitToNetwork, packetLink, buildPacket },
};

export type DisputeApp = typeof theDisputeApp;
