import { MockOnboarding } from "../../../functions/adapters/mock/onboarding-mock.ts";
import { rowKey } from "../../../functions/app/core/rows.ts";
import {
  type KybSaved,
  type PostedForm,
  savePerson,
  saveStep,
} from "../../../functions/app/onboarding/apply.ts";
import { announceFile, lookAtFiles } from "../../../functions/app/onboarding/files.ts";
import { inviteApplicant } from "../../../functions/app/onboarding/invites.ts";
import { sweepKyb } from "../../../functions/app/onboarding/partner.ts";
import type { Onboarding } from "../../../functions/app/onboarding/ports.ts";
import { kybByLink, loadKyb } from "../../../functions/app/onboarding/reads.ts";
import { submitApplication } from "../../../functions/app/onboarding/submit.ts";
import type { WizardDesk } from "../../../functions/app/onboarding/wizard-context.ts";
import { dispatchEntry } from "../../../functions/app/operations/outbox.ts";
import type { Form } from "../../../functions/domain/core/form.ts";
import { missingDocuments } from "../../../functions/domain/onboarding/documents.ts";
import type { Kyb } from "../../../functions/domain/onboarding/kyb.ts";
import { Door } from "../core/door.ts";
import { aPdf } from "../core/files.ts";
import { MemoryBook } from "../core/memory-book.ts";
import { MemoryEvidence } from "../disputes/memory-evidence.ts";
import { goodForms } from "./kyb-forms.ts";

const send = async () => undefined;
const nothing = async () => undefined;
const workflows = { startSettlement: nothing, startEscrowPayout: nothing, answer: nothing, fail: nothing };

/** Businesses that apply, over a memory book, a memory store of files and the mock partner. */
export class KybDoor extends Door {
  readonly files = new MemoryEvidence();
  readonly onboardUrl = "https://onboard.test";
  readonly sealed: string[] = [];
  onboarding: Onboarding = new MockOnboarding(() => this.railBook);

  /** Tells what it was given in no way that could be found in a row. */
  readonly secrets = {
    seal: async (plain: string) => {
      this.sealed.push(plain);
      return `sealed:${this.sealed.length}`;
    },
  };

  get wizard(): WizardDesk & { readonly files: MemoryEvidence; readonly log: Door["log"] } {
    const { desk, secrets, screening, meter, files, log } = this;
    return { ...desk, actor: "public", secrets, screening, meter, live: false, files, log };
  }

  get operator() {
    return { ...this.desk, actor: "operator:one", onboardUrl: this.onboardUrl, live: false };
  }

  get partnerDesk() {
    const { onboarding, onboardUrl, log } = this;
    return { ...this.desk, actor: "system:onboarding", onboarding, onboardUrl, log };
  }

  /** An invitation; its id and its link's token. */
  async invite(asked: { legalName?: string; tenantId?: string | null; linkSeconds?: number } = {}) {
    const { legalName = "Acme Widgets, Inc.", tenantId = null, linkSeconds } = asked;
    const { application, magicLink } = await inviteApplicant(this.operator, {
      ...{ legalName, tenantId, linkSeconds, contactEmail: "ada@acme.example", locale: "en" },
    });
    return { id: application.id, token: magicLink.slice(`${this.onboardUrl}/k/`.length) };
  }

  async state(id: string): Promise<Kyb> {
    return (await loadKyb(this.desk, id)).state;
  }

  async revision(token: string): Promise<number> {
    return (await kybByLink(this.desk, token)).state.revision;
  }

  async save(
    token: string,
    step: "company" | "addresses" | "people" | "payout" | "review",
    form: Form = {},
    revision?: number,
  ): Promise<KybSaved> {
    const posted: PostedForm = { form, revision: revision ?? (await this.revision(token)) };
    return saveStep(this.wizard, token, { step, ...posted });
  }

  async person(token: string, form: Form = goodForms.person, personId: string | null = null) {
    return savePerson(this.wizard, token, { personId, form, revision: await this.revision(token) });
  }

  /** Brings every document that is missing, or one of a kind. */
  async bring(token: string, only?: { kind: "formation_document"; bytes?: Uint8Array }): Promise<Kyb> {
    const { state } = await kybByLink(this.desk, token);
    const missing = only ? [{ kind: only.kind, personId: null }] : missingDocuments(state);
    for (const each of missing) {
      const asked = { ...each, contentType: "application/pdf" as const, redirectTo: this.onboardUrl };
      const { form } = await announceFile(this.wizard, token, asked);
      await this.files.post(form.fields, only?.bytes ?? (await aPdf([each.kind])));
    }
    return lookAtFiles(this.wizard, token);
  }

  /** All steps, up to and with the reading through. */
  async fill(token: string, company: Form = goodForms.company): Promise<void> {
    await this.save(token, "company", company);
    await this.save(token, "addresses", goodForms.addresses);
    await this.person(token);
    await this.save(token, "people", goodForms.people);
    await this.bring(token);
    await this.save(token, "payout", goodForms.payout);
    await this.save(token, "review");
  }

  async submit(token: string, form: Form = goodForms.consent, revision?: number): Promise<KybSaved> {
    const from = { address: "203.0.113.7", userAgent: "Firefox" };
    return submitApplication(this.desk, token, {
      ...{ form, from, revision: revision ?? (await this.revision(token)) },
    });
  }

  /** A company that has filled everything in and submitted it. */
  async submitted(legalName = "Acme Widgets, Inc.", tenantId: string | null = null) {
    const invited = await this.invite({ legalName, tenantId });
    await this.fill(invited.token, { ...goodForms.company, legalName });
    await this.submit(invited.token);
    return invited;
  }

  /** One look of the sweeper's; whether there was anything to do. */
  async sweep(id: string): Promise<boolean> {
    const [row] = await this.book.read([rowKey(id)]);
    if (!row) throw new Error(`no row of ${id}`);
    return sweepKyb(this.partnerDesk, row);
  }

  /** Hands on what follows from entries that have not been handed on; letters are not written here. */
  async handOn(): Promise<void> {
    const { book, clock, newId, meter } = this;
    const partner = this.partnerDesk;
    const queues = { queue: { send }, packets: { send }, mails: { send } };
    const desk = { book, clock, newId, meter, deliveries: new MemoryBook(), ...queues, workflows, partner };
    for (const row of book.rows().filter(({ outbox }) => outbox === "pending"))
      await dispatchEntry(desk, row);
  }
}
