import type { StoredResponse } from "../../../../functions/app/core/idempotent-operation.ts";
import type { CaseAction } from "../../../../functions/app/disputes/case-actions.ts";
import { takeCaseAction } from "../../../../functions/app/disputes/case-actions.ts";
import { attachFile, attachText } from "../../../../functions/app/disputes/case-evidence.ts";
import type { EvidenceContext } from "../../../../functions/app/disputes/case-files.ts";
import { ingestAlert } from "../../../../functions/app/disputes/ingest-alert.ts";
import { matchAlert } from "../../../../functions/app/disputes/match-alert.ts";
import { buildPacket } from "../../../../functions/app/disputes/packet.ts";
import { endAlert } from "../../../../functions/app/disputes/resolve-alert.ts";
import { startCase } from "../../../../functions/app/disputes/start-case.ts";
import { packetLink, submitToNetwork } from "../../../../functions/app/disputes/submit-case.ts";
import { escrowSearch } from "../../../../functions/app/escrow/disputes.ts";
import { takeReviewAction } from "../../../../functions/app/review/actions.ts";
import { approve } from "../../../../functions/app/review/approvals.ts";
import type { ReviewContext } from "../../../../functions/app/review/review-subject.ts";
import type { RefundContext } from "../../../../functions/app/settlement/refund-payment.ts";
import { refundPayment } from "../../../../functions/app/settlement/refund-payment.ts";
import { siblingId } from "../../../../functions/domain/core/id.ts";
import { Refusal } from "../../../../functions/domain/core/refusal.ts";
import type { AlertType, ReportedOutcome } from "../../../../functions/domain/disputes/alert.ts";
import type { AlertSourceName } from "../../../../functions/domain/disputes/alert-source.ts";
import type { EvidenceType } from "../../../../functions/domain/disputes/evidence-type.ts";

/** What clients and queues ask for of disputes: the real use cases, unless a test puts something in their place. */
export const theDisputeApp = {
  ...{ ingestAlert, matchAlert, endAlert, refundPayment, actOnReview: takeReviewAction, approve },
  ...{ startCase, actOnCase: takeCaseAction, attachText, attachFile, submitToNetwork, packetLink, buildPacket },
};

export type DisputeApp = typeof theDisputeApp;

/** An alert as a client of a scene brings it; its payment by the payment's number in the scene. */
export interface BroughtCommand {
  readonly source: AlertSourceName;
  readonly externalId: string;
  readonly kind: AlertType;
  /** Null where it says nothing that is a payment's alone. */
  readonly names: number | null;
  readonly amountCents: number;
  readonly network: ReportedOutcome["network"];
  readonly reasonCode: string | null;
  readonly refundedByNetwork: boolean;
  /** Milliseconds from the world's beginning. */
  readonly respondByMs: number | null;
}

/** What a client asks for. Alerts are named by their source's id, cases by their payment's number. */
export type DisputeCommand =
  | { readonly op: "ingest"; readonly brought: BroughtCommand }
  | { readonly op: "match"; readonly externalId: string; readonly payment: number }
  | { readonly op: "resolve" | "dismiss"; readonly externalId: string }
  | { readonly op: "open"; readonly payment: number; readonly dueMs: number | null }
  | { readonly op: "text"; readonly payment: number; readonly types: readonly EvidenceType[] }
  | { readonly op: "file"; readonly payment: number; readonly type: EvidenceType }
  | { readonly op: "submit" | "packet"; readonly payment: number }
  | { readonly op: "act"; readonly payment: number; readonly what: CaseAction }
  | { readonly op: "refund"; readonly payment: number }
  /** Two operators, through the review queue. */
  | { readonly op: "review"; readonly externalId: string; readonly action: "open_case" | "dismiss_alert" }
  | { readonly op: "review"; readonly payment: number; readonly action: "accept_loss" };

/** One call of a client; its key is of no use to calls that are safe without. */
export interface DisputeCall {
  readonly tenantId: string;
  readonly key: string;
  readonly command: DisputeCommand;
}

/** What the command of a call means now: its names are looked up where clients keep them. */
export interface Names {
  readonly startMs: number;
  paymentId(payment: number): string;
  amountCents(payment: number): number;
  alertId(externalId: string): string | undefined;
  caseId(payment: number): string | undefined;
  operator(name: string): ReviewContext;
  upload(url: string, headers: Readonly<Record<string, string>>): Promise<void>;
  readonly file: { readonly sizeBytes: number; readonly sha256: string };
}

function saidBy(command: BroughtCommand, names: Names): ReportedOutcome {
  const { externalId, kind, amountCents, network, reasonCode, refundedByNetwork, respondByMs } = command;
  return {
    ...{ externalId, kind, amountCents, network, reasonCode, refundedByNetwork, currency: "USD" },
    ...{ arn: null, authCode: null, cardLast4: null, cardBin: null, descriptor: null },
    transactionDate: new Date(names.startMs).toISOString(),
    paymentId: command.names === null ? null : names.paymentId(command.names),
    ...{ railRef: null, purchaseIdentifier: null, networkRef: null, isoRef: null, raw: null },
    receivedAt: new Date(names.startMs).toISOString(),
    respondBy: respondByMs === null ? null : new Date(names.startMs + respondByMs).toISOString(),
  };
}

function missing(what: string): Refusal {
  return new Refusal("not_found", `no such ${what}`);
}

/** Makes a call of a client as the API does it. */
export async function perform(
  app: DisputeApp,
  context: EvidenceContext & RefundContext,
  { tenantId, key: idempotencyKey, command }: DisputeCall,
  names: Names,
): Promise<StoredResponse | undefined> {
  const operation = `${command.op}Dispute`;
  const keyed = { tenantId, operation, idempotencyKey, fingerprint: JSON.stringify(command) };
  switch (command.op) {
    case "ingest": {
      const { source } = command.brought;
      return app.ingestAlert(
        { ...context, ...escrowSearch },
        { ...keyed, source, said: saidBy(command.brought, names) },
      );
    }
    case "refund": {
      const { payment } = command;
      const input = { paymentId: names.paymentId(payment), amountCents: names.amountCents(payment) };
      return app.refundPayment(context, { ...keyed, ...input, reason: "the customer asked" });
    }
    case "match":
    case "resolve":
    case "dismiss": {
      const alertId = names.alertId(command.externalId);
      if (alertId === undefined) throw missing("alert");
      await onAlert(app, context, { tenantId, alertId }, command, names);
      return undefined;
    }
    case "review": {
      const id = "payment" in command ? names.caseId(command.payment) : names.alertId(command.externalId);
      if (id === undefined) throw missing("item");
      const input = { action: command.action, note: null };
      const reply = await app.actOnReview(names.operator("one"), siblingId(id, "rev"), input);
      if ("approvalId" in reply) await app.approve(names.operator("two"), reply.approvalId, null);
      return undefined;
    }
    case "open": {
      const { payment, dueMs } = command;
      await app.startCase(context, tenantId, {
        ...{ alertId: null, paymentId: names.paymentId(payment), stage: null, network: "visa" },
        ...{ reasonCode: "13.1", amountCents: null, currency: null },
        networkDueBy: dueMs === null ? null : new Date(names.startMs + dueMs).toISOString(),
      });
      return undefined;
    }
    default: {
      const caseId = names.caseId(command.payment);
      if (caseId === undefined) throw missing("case");
      await onCase(app, context, { tenantId, caseId }, command, names);
      return undefined;
    }
  }
}

type On<Op> = Extract<DisputeCommand, { readonly op: Op }>;

async function onAlert(
  app: DisputeApp,
  context: EvidenceContext & RefundContext,
  named: { readonly tenantId: string; readonly alertId: string },
  command: On<"match" | "resolve" | "dismiss">,
  names: Names,
): Promise<unknown> {
  if (command.op === "match")
    return app.matchAlert(context, named, { paymentId: names.paymentId(command.payment), note: null });
  if (command.op === "dismiss") return app.endAlert(context, named, { as: "dismissed", note: null });
  return app.endAlert(context, named, { as: "resolved", resolution: "other", note: null });
}

async function onCase(
  app: DisputeApp,
  context: EvidenceContext,
  named: { readonly tenantId: string; readonly caseId: string },
  command: On<"text" | "file" | "submit" | "packet" | "act">,
  names: Names,
): Promise<unknown> {
  switch (command.op) {
    case "text":
      for (const type of command.types)
        await app.attachText(context, named, { type, text: `the ${type.replaceAll("_", " ")}` });
      return;
    case "file": {
      const file = { type: command.type, filename: "scan.pdf", contentType: "application/pdf", ...names.file };
      const { upload } = await app.attachFile(context, named, { ...file, contentType: "application/pdf" });
      return upload && names.upload(upload.url, upload.headers);
    }
    case "submit":
      return app.submitToNetwork(context, named, { narrative: "it was delivered" });
    case "packet":
      return app.packetLink(context, named);
    case "act":
      return app.actOnCase(context, named, command.what);
    default:
      throw new Error(`no such call ${command satisfies never}`);
  }
}
