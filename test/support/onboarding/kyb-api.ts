import { MockOnboarding } from "../../../functions/adapters/mock/onboarding-mock.ts";
import type { SecretSealer } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import {
  type KybSaveResult,
  type PostedForm,
  savePerson,
  saveStep,
  submitApplication,
} from "../../../functions/app/onboarding/apply.ts";
import { announceFile, lookAtFiles } from "../../../functions/app/onboarding/files.ts";
import { inviteApplicant } from "../../../functions/app/onboarding/invites.ts";
import { sweepKyb } from "../../../functions/app/onboarding/partner.ts";
import type { Onboarding } from "../../../functions/app/onboarding/ports.ts";
import { kybByLink, loadKyb } from "../../../functions/app/onboarding/reads.ts";
import type { WizardContext } from "../../../functions/app/onboarding/wallet.ts";
import type { Form } from "../../../functions/domain/core/form.ts";
import { missingDocuments } from "../../../functions/domain/onboarding/documents.ts";
import type { Kyb } from "../../../functions/domain/onboarding/kyb.ts";
import { aPdf } from "../core/files.ts";
import { MemoryStore } from "../core/memory-store.ts";
import { handOnAll } from "../core/outbox.ts";
import { TestApi } from "../core/test-api.ts";
import { MemoryEvidence } from "../disputes/memory-evidence.ts";
import { goodForms } from "./kyb-forms.ts";

const send = async () => undefined;
const nothing = async () => undefined;
const workflows = { startSettlement: nothing, startEscrowPayout: nothing, answer: nothing, fail: nothing };

/** Businesses that apply, over a memory book, a memory store of files and the mock partner. */
export class KybApi extends TestApi {
  readonly files = new MemoryEvidence();
  readonly onboardUrl = "https://onboard.test";
  readonly sealed: string[] = [];
  onboarding: Onboarding = new MockOnboarding(() => this.railStore);

  /** Tells what it was given in no way that could be found in a row. */
  readonly sealers = { numbers: this.#sealer(), accounts: this.#sealer() };

  #sealer(): SecretSealer {
    return {
      seal: async (plain) => {
        this.sealed.push(plain);
        return `sealed:${this.sealed.length}`;
      },
    };
  }

  get wizard(): WizardContext & { readonly files: MemoryEvidence; readonly log: TestApi["log"] } {
    const { context, sealers, screening, meter, files, log } = this;
    return { ...context, actor: "public", sealers, screening, meter, live: false, files, log };
  }

  get operator() {
    return { ...this.context, actor: "operator:one", onboardUrl: this.onboardUrl, live: false };
  }

  get partnerContext() {
    const { onboarding, onboardUrl, log } = this;
    return { ...this.context, actor: "system:onboarding", onboarding, onboardUrl, log };
  }

  /** An invitation; its id and its link's token. */
  async invite(input: { legalName?: string; tenantId?: string | null; linkSeconds?: number } = {}) {
    const { legalName = "Acme Widgets, Inc.", tenantId = null, linkSeconds } = input;
    const { application, magicLink } = await inviteApplicant(this.operator, {
      ...{ legalName, tenantId, linkSeconds, contactEmail: "ada@acme.example", locale: "en" },
    });
    return { id: application.id, token: magicLink.slice(`${this.onboardUrl}/k/`.length) };
  }

  async state(id: string): Promise<Kyb> {
    return (await loadKyb(this.context, id)).state;
  }

  async revision(token: string): Promise<number> {
    return (await kybByLink(this.context, token)).state.revision;
  }

  async save(
    token: string,
    step: "company" | "addresses" | "people" | "payout" | "review",
    form: Form = {},
    revision?: number,
  ): Promise<KybSaveResult> {
    const posted: PostedForm = { form, revision: revision ?? (await this.revision(token)) };
    return saveStep(this.wizard, token, { step, ...posted });
  }

  async person(token: string, form: Form = goodForms.person, personId: string | null = null) {
    return savePerson(this.wizard, token, { personId, form, revision: await this.revision(token) });
  }

  /** Brings every document that is missing, or one of a kind. */
  async bring(token: string, only?: { kind: "formation_document"; bytes?: Uint8Array }): Promise<Kyb> {
    const { state } = await kybByLink(this.context, token);
    const missing = only ? [{ kind: only.kind, personId: null }] : missingDocuments(state);
    for (const each of missing) {
      const input = { ...each, contentType: "application/pdf" as const, redirectTo: this.onboardUrl };
      const { form } = await announceFile(this.wizard, token, input);
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

  async submit(token: string, form: Form = goodForms.consent, revision?: number): Promise<KybSaveResult> {
    const from = { address: "203.0.113.7", userAgent: "Firefox" };
    return submitApplication(this.context, token, {
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
    const [row] = await this.store.read([rowKey(id)]);
    if (!row) throw new Error(`no row of ${id}`);
    return sweepKyb(this.partnerContext, row);
  }

  /** Hands on what follows from entries that have not been handed on; letters are not written here. */
  async handOn(): Promise<void> {
    const { store, clock, newId, meter } = this;
    const partner = this.partnerContext;
    const queues = { queue: { send }, packets: { send }, mails: { send } };
    const context = {
      store,
      clock,
      newId,
      meter,
      live: false,
      publicUrl: "",
      deliveries: new MemoryStore(),
      ...queues,
      workflows,
      partner,
    };
    await handOnAll(context, store);
  }
}
