import { requestAccess } from "../../../../functions/app/access/request-access.ts";
import { acceptSignupRequest } from "../../../../functions/app/access/signups.ts";
import { newAggregate, transitionWrites } from "../../../../functions/app/core/aggregate.ts";
import { secretDigest } from "../../../../functions/app/core/api-key.ts";
import type { MailOrder } from "../../../../functions/app/mail/ports.ts";
import { sendLetter } from "../../../../functions/app/mail/send-letter.ts";
import { savePerson, saveStep, submitApplication } from "../../../../functions/app/onboarding/apply.ts";
import { announceFile, lookAtFiles } from "../../../../functions/app/onboarding/files.ts";
import { inviteApplicant, resendInvite } from "../../../../functions/app/onboarding/invites.ts";
import type { Onboarding } from "../../../../functions/app/onboarding/ports.ts";
import { kybLinkKey, kybRecordType } from "../../../../functions/app/onboarding/record.ts";
import { addSeconds } from "../../../../functions/domain/core/time.ts";
import type { Kyb } from "../../../../functions/domain/onboarding/kyb.ts";
import { noLog } from "../../core/memory-log.ts";
import { MemoryEvidence } from "../../disputes/memory-evidence.ts";
import { readyKyb } from "../../onboarding/test-onboarding.ts";
import { Cast } from "../core/cast.ts";
import type { Process } from "../core/scheduler.ts";
import type { Op } from "../core/step.ts";
import { steppedStore } from "../disputes/world.ts";
import { linkKeys, plainBox } from "../settlement/payer.ts";
import { type Alteration, World } from "../settlement/world.ts";
import { TestPartner } from "./partner.ts";

/** What people do, as a world runs it: the real use cases, unless a test puts something in their place. */
const thePeopleApp = {
  ...{ requestAccess, acceptSignupRequest, inviteApplicant, resendInvite },
  ...{ saveStep, savePerson, announceFile, lookAtFiles, submitApplication, sendLetter },
};

export type PeopleApp = typeof thePeopleApp;

/** What a test puts in the place of something of ours. */
export interface PeopleAlteration extends Alteration {
  readonly people?: (app: PeopleApp) => Partial<PeopleApp>;
  readonly partner?: (partner: TestPartner) => Onboarding;
}

/** A letter that the mail service has taken, and who brought it. */
export interface PostedAnswers {
  readonly key: string;
  readonly process: Process;
}

const queueOp: Op = { name: "mails.send", kind: "queue" };
const letterRedelivery = { most: 3, waitMs: 90_000 };
const plain = { refuses: false, afterCollection: [], afterPayout: [] };
const onboardUrl = "https://onboard.test";

/** Those who ask for access, apply, decide and get letters: a world with a partner and a mail service. */
export class PeopleWorld extends World {
  readonly partner: TestPartner;
  readonly files = new MemoryEvidence();
  readonly posted: PostedAnswers[] = [];
  /** Tokens of links that were ever given out here. */
  readonly tokens: string[] = [];
  /** Forms that were not saved because the page was said to be out of date. */
  overtaken = 0;
  readonly onboarding: PeopleApp;
  readonly cast: Cast;
  readonly #store;

  constructor(seed: number, { people, partner, ...alteration }: PeopleAlteration = {}) {
    super(seed, { rate: "1", collection: () => plain, silentScreens: 0 }, alteration);
    const { scheduler } = this;
    this.cast = new Cast(scheduler);
    this.onboarding = { ...thePeopleApp, ...people?.(thePeopleApp) };
    this.partner = new TestPartner(scheduler);
    this.#store = steppedStore(scheduler, this.files);
    const onboarding = partner?.(this.partner) ?? this.partner;
    this.people = {
      partner: { onboarding, onboardUrl, log: noLog },
      mails: {
        send: (orders) =>
          scheduler.step(queueOp, () => {
            for (const order of orders) scheduler.later(5, () => this.#letter(order));
          }),
      },
    };
  }

  /** The context of the operators. */
  operator() {
    const environment = "test" as const;
    return { ...this.context("operator:one"), onboardUrl, live: false, environment };
  }

  /** The context of whoever has a link. */
  wizard() {
    const sealers = { numbers: plainBox, accounts: plainBox };
    return { ...this.payContext("public"), sealers, files: this.#store, log: noLog };
  }

  /** Puts an application that only lacks its consent into the book; its link's token. */
  furnish(id: string, legalName: string, tenantId: string | null = null): string {
    const context = this.furnishing();
    const token = id.padEnd(43, "t");
    this.tokens.push(token);
    const now = context.clock.now();
    const ready = readyKyb(id);
    const company = ready.answers.company && { ...ready.answers.company, legalName };
    const expiresAt = addSeconds(now, 604_800);
    const state: Kyb = {
      ...{ ...ready, legalName, tenantId, expiresAt, createdAt: now, updatedAt: now },
      answers: { ...ready.answers, company },
      links: [{ sha256: secretDigest(token), expiresAt, madeAt: now }],
    };
    const transition = { next: state, from: null, to: "invited", reason: "furnished" };
    const started = { ...transition, from: "invited", to: state.status };
    const put = { ...kybLinkKey(secretDigest(token)), v: 1, type: "kyb_link", body: { kybId: id } };
    const { writes } = transitionWrites(newAggregate(kybRecordType, state), [transition, started], context);
    if (!context.store.writeNow([...writes, { put, expect: "absent" }], id).ok) throw new Error("not furnished");
    return token;
  }

  #letter(order: MailOrder): void {
    const mailer = {
      name: "test",
      send: ({ key }: { readonly key: string }) =>
        this.scheduler.call("mailer.send", () => {
          const process = this.scheduler.current;
          if (process) this.posted.push({ key, process });
          return { messageId: `m-${key}` };
        }),
    };
    const send = () => {
      const context = { ...this.context("system:mail"), linkKeys, onboardUrl, mailer, drawLetter: () => "<p>" };
      return this.onboarding.sendLetter({ ...context, meter: this.meter }, order);
    };
    this.consume("letter", send, letterRedelivery);
  }
}
