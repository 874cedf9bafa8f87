import { actOnCase } from "../../../functions/app/disputes/case-actions.ts";
import { attachFile, attachText } from "../../../functions/app/disputes/case-evidence.ts";
import { ingestAlert } from "../../../functions/app/disputes/ingest-alert.ts";
import { matchAlert } from "../../../functions/app/disputes/match-alert.ts";
import { buildPacket } from "../../../functions/app/disputes/packet.ts";
import { endAlert } from "../../../functions/app/disputes/resolve-alert.ts";
import { startCase } from "../../../functions/app/disputes/start-case.ts";
import { packetLink, submitToNetwork } from "../../../functions/app/disputes/submit-case.ts";
import { actOnReview } from "../../../functions/app/review/actions.ts";
import { approve } from "../../../functions/app/review/approvals.ts";
import { refundPayment } from "../../../functions/app/settlement/refund-payment.ts";

/** What clients and queues ask for of disputes: the real use cases, unless a test puts something in their place. */
export const theDisputeApp = {
  ...{ ingestAlert, matchAlert, endAlert, refundPayment, actOnReview, approve },
  ...{ startCase, actOnCase, attachText, attachFile, submitToNetwork, packetLink, buildPacket },
};

export type DisputeApp = typeof theDisputeApp;
