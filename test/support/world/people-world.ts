import { hopWrites, unborn } from "../../../functions/app/core/aggregate.ts";
import { secretDigest } from "../../../functions/app/core/api-key.ts";
import type { MailOrder } from "../../../functions/app/mail/ports.ts";
import type { Onboarding } from "../../../functions/app/onboarding/ports.ts";
import { kybKind, kybLinkKey } from "../../../functions/app/onboarding/record.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import type { Kyb } from "../../../functions/domain/onboarding/kyb.ts";
import { noLog } from "../core/told.ts";
import { MemoryEvidence } from "../disputes/memory-evidence.ts";
import { readyKyb } from "../onboarding/partner-desk.ts";
import { Cast } from "./cast.ts";
import { steppedStore } from "./dispute-world.ts";
import { plainBox } from "./payer.ts";
import { type PeopleApp, thePeopleApp } from "./people-app.ts";
import type { Op, Process, Scheduler } from "./scheduler.ts";
import { TestPartner } from "./test-partner.ts";
import { type Alteration, World } from "./world.ts";

/** What a test puts in the place of something of ours. */
export interface PeopleAlteration extends Alteration {
  readonly people?: (app: PeopleApp) => Partial<PeopleApp>;
  readonly partner?: (partner: TestPartner) => Onboarding;
}

/** A letter that the mail service has taken, and who brought it. */
export interface Posted {
  readonly key: string;
  readonly process: Process;
}

const sendOp: Op = { name: "mailer.send", kind: "outside" };
const queueOp: Op = { name: "mails.send", kind: "queue" };
const mostReceives = 3;
const visibilityMs = 90_000;
const onboardUrl = "https://onboard.test";

/** Those who ask for access, apply, decide and get letters: a world with a partner and a mail service. */
export class PeopleWorld {
  readonly world: World;
  readonly partner: TestPartner;
  readonly files = new MemoryEvidence();
  readonly posted: Posted[] = [];
  /** Tokens of links that were ever given out here. */
  readonly tokens: string[] = [];
  /** Forms that were not saved because the page was said to be out of date. */
  overtaken = 0;
  readonly app: PeopleApp;
  readonly cast: Cast;
  readonly #store;

  constructor(seed: number, { people, partner, ...alteration }: PeopleAlteration = {}) {
    const plain = { refuses: false, afterCollection: [], afterPayout: [] };
    this.world = new World(seed, { rate: "1", collection: () => plain, silentScreens: 0 }, alteration);
    const { scheduler } = this.world;
    this.cast = new Cast(scheduler);
    this.app = { ...thePeopleApp, ...people?.(thePeopleApp) };
    this.partner = new TestPartner(scheduler);
    this.#store = steppedStore(scheduler, this.files);
    const onboarding = partner?.(this.partner) ?? this.partner;
    this.world.people = {
      partner: { onboarding, onboardUrl, log: noLog },
      mails: {
        send: (orders) =>
          scheduler.step(queueOp, () => {
            for (const order of orders) scheduler.later(5, () => this.#letter(order, 1));
          }),
      },
    };
  }

  get scheduler(): Scheduler {
    return this.world.scheduler;
  }

  /** The desk of the operators. */
  operator() {
    const environment = "test" as const;
    return { ...this.world.desk("operator:one"), onboardUrl, live: false, environment };
  }

  /** The desk of whoever has a link. */
  wizard() {
    return { ...this.world.payDesk("public"), secrets: plainBox, files: this.#store, log: noLog };
  }

  /** The states of all records of a type, as their rows say now. */
  statesOf<S>(type: string): S[] {
    const rows = this.world.book.rows().filter((row) => row.type === type);
    return rows.map((row) => (row.body as { state: S }).state);
  }

  /** Puts an application that only lacks its consent into the book; its link's token. */
  furnish(id: string, legalName: string, tenantId: string | null = null): string {
    const desk = this.world.furnishing();
    const token = id.padEnd(43, "t");
    this.tokens.push(token);
    const now = desk.clock.now();
    const ready = readyKyb(id);
    const company = ready.answers.company && { ...ready.answers.company, legalName };
    const expiresAt = addSeconds(now, 604_800);
    const state: Kyb = {
      ...{ ...ready, legalName, tenantId, expiresAt, createdAt: now, updatedAt: now },
      answers: { ...ready.answers, company },
      links: [{ sha256: secretDigest(token), expiresAt, madeAt: now }],
    };
    const hop = { next: state, from: null, to: "invited", reason: "furnished" };
    const started = { ...hop, from: "invited", to: state.status };
    const put = { ...kybLinkKey(secretDigest(token)), v: 1, type: "kyb_link", body: { kybId: id } };
    const { writes } = hopWrites(unborn(kybKind, state), [hop, started], desk);
    if (!desk.book.writeNow([...writes, { put, expect: "absent" }], id).ok) throw new Error("not furnished");
    return token;
  }

  #letter(order: MailOrder, receive: number): void {
    const mailer = {
      name: "test",
      send: ({ key }: { readonly key: string }) =>
        this.scheduler.step(sendOp, () => {
          const process = this.scheduler.current;
          if (process) this.posted.push({ key, process });
          return { messageId: `m-${key}` };
        }),
    };
    const drawLetter = () => "<p>";
    this.scheduler.spawn(
      "letter",
      () => {
        const desk = { ...this.world.desk("system:mail"), onboardUrl, mailer, drawLetter };
        return this.app.sendLetter({ ...desk, meter: this.world.meter }, order);
      },
      ({ kind }) => {
        if (kind !== "done" && receive < mostReceives)
          this.scheduler.later(visibilityMs, () => this.#letter(order, receive + 1));
      },
    );
  }
}
