import { createHash } from "node:crypto";
import { packetSource } from "../../../../functions/app/disputes/packet-source.ts";
import type { EvidenceStore, PacketOrder } from "../../../../functions/app/disputes/ports.ts";
import { chargebacks } from "../../../../functions/app/disputes/recorded-losses.ts";
import { reviewSubjects } from "../../../../functions/app/operations/review-subjects.ts";
import type { Alert } from "../../../../functions/domain/disputes/alert.ts";
import type { DisputeCase } from "../../../../functions/domain/disputes/case.ts";
import type { Counts } from "../../../../functions/domain/settlement/counters.ts";
import type { Settlement } from "../../../../functions/domain/settlement/settlement.ts";
import { noLog } from "../../core/memory-log.ts";
import { MemoryEvidence } from "../../disputes/memory-evidence.ts";
import { Clients } from "../core/clients.ts";
import { recordAsWaiting } from "../core/made-deliveries.ts";
import type { Scheduler } from "../core/scheduler.ts";
import type { Op } from "../core/step.ts";
import type { RefundPlan } from "../settlement/rail-file.ts";
import { type Alteration, World } from "../settlement/world.ts";
import { type DisputeApp, type DisputeCall, type Names, perform, theDisputeApp } from "./call.ts";

/** What a test puts in the place of something of ours. */
export interface DisputeAlteration extends Alteration {
  readonly disputes?: (app: DisputeApp) => Partial<DisputeApp>;
}

const queueOp: Op = { name: "packets.send", kind: "queue" };
const packetRedelivery = { most: 4, waitMs: 60_000 };
/** How often a client looks for what is not there yet. */
const mostLooks = 8;

const scan = Buffer.from("%PDF-1.4 a scan");
const plain = { refuses: false, afterCollection: [], afterPayout: [] };

/** The disputes engine in memory: a world whose payments are there already, with clients that bring alerts and run cases. */
export class DisputeWorld extends World {
  readonly files = new MemoryEvidence();
  readonly callers: Clients<DisputeCall>;
  /** The payments of its scene, by their number there. */
  readonly payments: Settlement[] = [];
  /** What was counted for its first tenant before it began. */
  counted: { readonly tenantId: string; readonly day: string; readonly counts: Counts } | undefined;
  readonly #app: DisputeApp;
  readonly #store: EvidenceStore;

  constructor(seed: number, refund: RefundPlan | undefined, { disputes, ...alteration }: DisputeAlteration) {
    super(
      seed,
      { rate: "1", collection: () => plain, silentScreens: 0, refund },
      // Deliveries are another part's matter: here they are made, and stay.
      {
        ...alteration,
        app: (app) => ({
          sendDelivery: async (_, order) => recordAsWaiting(this.deliveries, order),
          ...alteration.app?.(app),
        }),
      },
    );
    const { scheduler } = this;
    this.#app = { ...theDisputeApp, ...disputes?.(theDisputeApp) };
    this.#store = steppedStore(scheduler, this.files);
    this.callers = new Clients(scheduler, {
      nameOf: ({ key, command }) => `${command.op} ${key}`,
      perform: (call) => perform(this.#app, this.#desk(`tenant:${call.tenantId}`), call, this.#names(call.tenantId)),
      isEarly: ({ tries }) => tries < mostLooks,
      patience: 12,
    });
    this.packets = {
      send: (order) =>
        scheduler.step(queueOp, () => scheduler.later(5, () => this.#makePacket(order))) as Promise<void>,
    };
  }

  /** Whoever submitted a case looks for its packet, which orders one that was given up on anew. */
  askForPackets(): void {
    for (const { tenantId, paymentId, packet } of this.statesOf<DisputeCase>("case")) {
      const payment = this.payments.findIndex((each) => each.payment.id === paymentId);
      if (packet?.status === "building" && payment >= 0)
        this.callers.submit({ tenantId, key: "packet", command: { op: "packet", payment } });
    }
  }

  /** The payer's bank takes a payment back. */
  takeBack(payment: number, code: string, delayMs: number): void {
    const railRef = this.payments[payment]?.payment.railRef ?? "";
    this.vendors.say(railRef, { kind: "returned", code }, delayMs);
  }

  #desk(actor: string) {
    const invoicePdf = () => Promise.resolve(Buffer.from("%PDF-1.4 an invoice"));
    return { ...this.payContext(actor), evidence: this.#store, invoicePdf, log: noLog, chargebacks };
  }

  #names(tenantId: string): Names {
    const payment = (number: number) => {
      const found = this.payments[number];
      if (!found) throw new Error(`no payment ${number}`);
      return found;
    };
    return {
      startMs: this.startMs,
      paymentId: (number) => payment(number).payment.id,
      amountCents: (number) => payment(number).fiatInCents,
      alertId: (externalId) =>
        this.statesOf<Alert>("alert").find(
          ({ said: reply, tenantId: whose }) => reply.externalId === externalId && whose === tenantId,
        )?.id,
      caseId: (number) =>
        this.statesOf<DisputeCase>("case").findLast(({ paymentId }) => paymentId === payment(number).payment.id)?.id,
      operator: (name) => ({ ...this.context(`operator:${name}`), subjects: reviewSubjects }),
      upload: async (url, headers) => void (await this.files.put(url, headers, scan)),
      file: { sizeBytes: scan.length, sha256: createHash("sha256").update(scan).digest("hex") },
    };
  }

  #makePacket(order: PacketOrder): void {
    const packetPdf = async ({ caseId, pieces }: { caseId: string; pieces: readonly { id: string }[] }) => ({
      bytes: Buffer.from([caseId, ...pieces.map(({ id }) => id)].join(" ")),
      pages: 1,
    });
    const build = (receive: number) => {
      const cases = packetSource(this.context("system:packets"));
      return this.#app.buildPacket({ evidence: this.#store, cases, packetPdf }, order, receive >= 3);
    };
    this.consume("packet", build, packetRedelivery);
  }
}

/** A store whose every call is a call outside. */
export function steppedStore(scheduler: Scheduler, files: MemoryEvidence): EvidenceStore {
  // The call's effect is a promise of its own: a step hands it on as it is.
  const call = async <T>(name: string, effect: () => Promise<T>): Promise<T> =>
    scheduler.call(`evidence.${name}`, effect).then((result) => result);
  return {
    read: (key, maxBytes) => call("read", () => files.read(key, maxBytes)),
    write: (key, bytes, type) => call("write", () => files.write(key, bytes, type)),
    link: (...asked) => call("link", () => files.link(...asked)),
    uploadTo: (input) => call("upload", () => files.uploadTo(input)),
    uploadForm: (input) => call("upload", () => files.uploadForm(input)),
  };
}
