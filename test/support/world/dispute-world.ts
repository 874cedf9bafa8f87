import { createHash } from "node:crypto";
import { packetSource } from "../../../functions/app/disputes/packet-source.ts";
import type { EvidenceStore, PacketOrder } from "../../../functions/app/disputes/ports.ts";
import { chargebacks } from "../../../functions/app/disputes/recorded-losses.ts";
import { reviewSubjects } from "../../../functions/app/operations/review-subjects.ts";
import type { Alert } from "../../../functions/domain/disputes/alert.ts";
import type { DisputeCase } from "../../../functions/domain/disputes/case.ts";
import type { Counts } from "../../../functions/domain/settlement/counters.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { noLog } from "../core/told.ts";
import { MemoryEvidence } from "../disputes/memory-evidence.ts";
import { mayAskAgain } from "./asker.ts";
import { type DisputeApp, theDisputeApp } from "./dispute-app.ts";
import { type DisputeAsker, type DisputeCall, type Names, perform } from "./dispute-call.ts";
import type { FurnishingDesk } from "./people.ts";
import type { RefundPlan } from "./rail-file.ts";
import type { Op, Scheduler } from "./scheduler.ts";
import { type Alteration, World } from "./world.ts";

/** What a test puts in the place of something of ours. */
export interface DisputeAlteration extends Alteration {
  readonly disputes?: (app: DisputeApp) => Partial<DisputeApp>;
}

const queueOp: Op = { name: "packets.send", kind: "queue" };
const mostReceives = 4;
const visibilityMs = 60_000;
/** How often a client looks for what is not there yet. */
const mostLooks = 8;

const scan = Buffer.from("%PDF-1.4 a scan");

/** The disputes engine in memory: a world whose payments are there already, with clients that bring alerts and run cases. */
export class DisputeWorld {
  readonly world: World;
  readonly files = new MemoryEvidence();
  readonly askers: DisputeAsker[] = [];
  /** The payments of its scene, by their number there. */
  readonly payments: Settlement[] = [];
  /** What was counted for its first tenant before it began. */
  counted: { readonly tenantId: string; readonly day: string; readonly counts: Counts } | undefined;
  /** How many more times a client repeats a call that had no answer. */
  patience = 12;
  readonly #app: DisputeApp;
  readonly #store: EvidenceStore;

  constructor(seed: number, refund: RefundPlan | undefined, { disputes, ...alteration }: DisputeAlteration) {
    const plain = { refuses: false, afterCollection: [], afterPayout: [] };
    const plan = { rate: "1", collection: () => plain, silentScreens: 0, refund };
    this.world = new World(seed, plan, {
      ...alteration,
      // Deliveries are another part's matter: here they are made, and stay.
      app: (app) => ({ sendDelivery: async () => undefined, ...alteration.app?.(app) }),
    });
    const { scheduler } = this.world;
    this.#app = { ...theDisputeApp, ...disputes?.(theDisputeApp) };
    this.#store = steppedStore(scheduler, this.files);
    this.world.packets = {
      send: (order) =>
        scheduler.step(queueOp, () => scheduler.later(5, () => this.#makePacket(order, 1))) as Promise<void>,
    };
  }

  get scheduler(): Scheduler {
    return this.world.scheduler;
  }

  furnishing(): FurnishingDesk {
    return this.world.furnishing();
  }

  /** A client's call; it is repeated until it has an answer or patience ends. */
  submit(call: DisputeCall, delayMs = 0): DisputeAsker {
    const asker: DisputeAsker = { call, tries: 0, told: undefined, refusal: undefined, isDone: false };
    this.askers.push(asker);
    this.scheduler.later(delayMs, () => this.#ask(asker));
    return asker;
  }

  askAgain(): void {
    for (const asker of this.askers) {
      if (asker.isDone) continue;
      asker.tries = 0;
      this.#ask(asker);
    }
  }

  /** Whoever submitted a case looks for its packet, which orders one that was given up on anew. */
  askForPackets(): void {
    for (const { tenantId, paymentId, packet } of this.statesOf<DisputeCase>("case")) {
      const payment = this.payments.findIndex((each) => each.payment.id === paymentId);
      if (packet?.status === "building" && payment >= 0)
        this.submit({ tenantId, key: "packet", words: { op: "packet", payment } });
    }
  }

  /** The payer's bank takes a payment back. */
  takeBack(payment: number, code: string, delayMs: number): void {
    const railRef = this.payments[payment]?.payment.railRef ?? "";
    this.world.vendors.say(railRef, { kind: "returned", code }, delayMs);
  }

  /** The states of all records of a type, as their rows say now. */
  statesOf<S>(type: "alert" | "case" | "settlement"): S[] {
    const rows = this.world.book.rows().filter((row) => row.type === type);
    return rows.map((row) => (row.body as { state: S }).state);
  }

  #desk(actor: string) {
    const invoicePdf = () => Promise.resolve(Buffer.from("%PDF-1.4 an invoice"));
    return { ...this.world.payDesk(actor), evidence: this.#store, invoicePdf, log: noLog, chargebacks };
  }

  #ask(asker: DisputeAsker): void {
    asker.tries += 1;
    const { call } = asker;
    this.scheduler.spawn(
      `${call.words.op} ${call.key}`,
      () => perform(this.#app, this.#desk(`tenant:${call.tenantId}`), call, this.#names(call.tenantId)),
      (ending) => {
        if (ending.kind === "done") {
          asker.told = ending.value;
          asker.isDone = true;
          return;
        }
        const after = mayAskAgain(ending);
        const isEarly = "refused" in after && after.refused.code === "not_found" && asker.tries < mostLooks;
        if ("refused" in after && !isEarly) {
          asker.refusal = after.refused;
          asker.isDone = true;
        } else if (asker.tries < this.patience) {
          const seconds = "inSeconds" in after ? after.inSeconds : 2;
          this.scheduler.later(seconds * 1000, () => this.#ask(asker));
        }
      },
    );
  }

  #names(tenantId: string): Names {
    const payment = (number: number) => {
      const found = this.payments[number];
      if (!found) throw new Error(`no payment ${number}`);
      return found;
    };
    return {
      startMs: this.world.startMs,
      paymentId: (number) => payment(number).payment.id,
      amountCents: (number) => payment(number).fiatInCents,
      alertId: (externalId) =>
        this.statesOf<Alert>("alert").find(
          ({ said, tenantId: whose }) => said.externalId === externalId && whose === tenantId,
        )?.id,
      caseId: (number) =>
        this.statesOf<DisputeCase>("case").findLast(
          ({ paymentId }) => paymentId === payment(number).payment.id,
        )?.id,
      operator: (name) => ({ ...this.world.desk(`operator:${name}`), subjects: reviewSubjects }),
      upload: async (url, headers) => void (await this.files.put(url, headers, scan)),
      file: { sizeBytes: scan.length, sha256: createHash("sha256").update(scan).digest("hex") },
    };
  }

  #makePacket(order: PacketOrder, receive: number): void {
    this.scheduler.spawn(
      "packet",
      () => {
        const packetPdf = ({ caseId, pieces }: { caseId: string; pieces: readonly { id: string }[] }) =>
          Promise.resolve({
            bytes: Buffer.from([caseId, ...pieces.map(({ id }) => id)].join(" ")),
            pages: 1,
          });
        const cases = packetSource(this.world.desk("system:packets"));
        return this.#app.buildPacket({ evidence: this.#store, cases, packetPdf }, order, receive >= 3);
      },
      ({ kind }) => {
        if (kind !== "done" && receive < mostReceives)
          this.scheduler.later(visibilityMs, () => this.#makePacket(order, receive + 1));
      },
    );
  }
}

/** A store whose every call is a call outside. */
export function steppedStore(scheduler: Scheduler, files: MemoryEvidence): EvidenceStore {
  const outside = (name: string): Op => ({ name: `evidence.${name}`, kind: "outside" });
  const [read, write, link, upload] = ["read", "write", "link", "upload"].map(outside) as [Op, Op, Op, Op];
  return {
    read: (key, maxBytes) => scheduler.step(read, () => files.read(key, maxBytes)).then((said) => said),
    write: (key, bytes, type) =>
      scheduler.step(write, () => files.write(key, bytes, type)).then((said) => said),
    link: (...asked) => scheduler.step(link, () => files.link(...asked)).then((said) => said),
    uploadTo: (asked) => scheduler.step(upload, () => files.uploadTo(asked)).then((said) => said),
    uploadForm: (asked) => scheduler.step(upload, () => files.uploadForm(asked)).then((said) => said),
  };
}
