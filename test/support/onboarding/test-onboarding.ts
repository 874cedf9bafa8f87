import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import type { Log, WriteResult } from "../../../functions/app/core/ports.ts";
import { askPartner, type PartnerContext } from "../../../functions/app/onboarding/partner.ts";
import type { Applicant, Onboarding, PartnerReport } from "../../../functions/app/onboarding/ports.ts";
import { loadKyb } from "../../../functions/app/onboarding/reads.ts";
import { kybRecordType } from "../../../functions/app/onboarding/record.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { type Kyb, kyb } from "../../../functions/domain/onboarding/kyb.ts";
import { MemoryStore } from "../core/memory-store.ts";
import { noon } from "../core/samples.ts";
import { furnishTenant } from "../world/core/furnishing.ts";
import { countedIds } from "../world/core/ids.ts";

const street = { line1: "1 Main St", line2: null, city: "Austin", region: "TX", postalCode: "78701", country: "US" };

/** Everything that an application has to say. */
const answers: Kyb["answers"] = {
  company: {
    ...{ legalName: "Acme Widgets, Inc.", tradingName: null, entityType: "corporation", country: "US" },
    ...{ state: "DE", formationDate: "2020-01-01", taxId: { sealed: "sealed", last4: "6789" } },
    ...{ industry: "Widgets", website: null, email: "office@acme.test", phone: "+15125550100" },
  },
  addresses: { registered: street, operating: null },
  people: [
    {
      ...{ id: "kyp_1", fullName: "Jane Owner", birthDate: { sealed: "sealed" }, country: "US" },
      ...{ email: "jane@acme.test", address: street, idType: "ssn", idNumber: { sealed: "sealed", last4: "1234" } },
      ...{ ownershipBps: 10_000, isControlPerson: true, title: "CEO" },
    },
  ],
  owners: "listed",
  payout: {
    ...{ accountHolder: "Acme Widgets, Inc.", bankName: "Bank", routingNumber: "011000015" },
    ...{ accountNumber: { sealed: "sealed", last4: "6789" }, accountType: "checking" },
    ...{ wallet: "0x52908400098527886E0F7030069857D2E4169EE7", chain: "base", stable: "USDC" },
  },
  reviewedAt: noon,
};

const documents = [
  ["formation_document", null],
  ["ownership_document", null],
  ["proof_of_address", null],
  ["identity_document", "kyp_1"],
] as const;

/** An application with all that it needs, one form away from its submission. */
export function readyKyb(id = "kyb_1"): Kyb {
  return kyb.parse({
    ...{ id, legalName: "Acme Widgets, Inc.", contactEmail: "owner@acme.test", locale: "en", tenantId: null },
    ...{ status: "started", linkSeconds: 604_800, expiresAt: addSeconds(noon, 604_800) },
    links: [{ sha256: "00".repeat(32), expiresAt: addSeconds(noon, 604_800), madeAt: noon }],
    answers,
    files: documents.map(([kind, personId], nth) => ({
      ...{ id: `kyf_${nth}`, kind, personId, contentType: "application/pdf", objectKey: `kyb/${id}/${nth}` },
      ...{ status: "provided", sizeBytes: 100, sha256: "ab".repeat(32), problem: null, at: noon, revision: 6 },
    })),
    ...{ screens: 1, walletScreen: { outcome: "pass", ref: "scr_1", risk: "low", at: noon } },
    ...{ revision: 8, saved: { company: 2, addresses: 3, people: 5, documents: 6, payout: 7, review: 8 } },
    ...{ lastForm: null, consents: [], partner: null, partnerCustomerId: null, submittedAt: null },
    ...{ decidedAt: null, createdAt: noon, updatedAt: noon },
  });
}

/** The same, submitted. */
export function submittedKyb(change: Partial<Kyb> = {}): Kyb {
  const ready = readyKyb(change.id);
  return {
    ...ready,
    ...{ status: "submitted", submittedAt: noon, revision: 9, saved: { ...ready.saved, consent: 9 } },
    partner: {
      ...{ ref: null, standing: null, missing: [], asked: {}, brought: [], reasons: [], told: false, looks: 0 },
      ...{ pages: { identity: null, terms: null }, lookAt: addSeconds(noon, 60) },
    },
    ...change,
  };
}

/** What a partner says of an application that it knows by a name of its own. */
export function word(change: Partial<PartnerReport> = {}): PartnerReport {
  return {
    ...{ ref: "link_1", partnerCustomerId: null, standing: "under_review", missing: [], reasons: [] },
    ...{ pages: { identity: null, terms: null }, ...change },
  };
}

export const approval = word({ standing: "approved", partnerCustomerId: "cust_1" });

/** A partner that says what a test has it say; `meanwhile` happens between its answer and our hearing it. */
class ScriptedPartner implements Onboarding {
  readonly name = "scripted";
  readonly applied: Applicant[] = [];
  readonly looked: string[] = [];
  says: PartnerReport | Error | ((applicant: Applicant) => PartnerReport) = word();
  meanwhile: (() => Promise<unknown>) | undefined;

  async apply(applicant: Applicant): Promise<PartnerReport> {
    this.applied.push(applicant);
    return this.#answer(applicant);
  }

  async look(ref: string): Promise<PartnerReport | null> {
    this.looked.push(ref);
    return this.#answer();
  }

  async #answer(applicant?: Applicant): Promise<PartnerReport> {
    const reply = typeof this.says === "function" && applicant ? this.says(applicant) : this.says;
    const once = this.meanwhile;
    this.meanwhile = undefined;
    await once?.();
    if (reply instanceof Error) throw reply;
    if (typeof reply === "function") throw new Error("the script answers applications alone");
    return reply;
  }
}

/** A book of which single commits can be lost, before they happen or after. */
class FaultyBook extends MemoryStore {
  fault: "before" | "after" | undefined;

  override async write(...input: Parameters<MemoryStore["write"]>): Promise<WriteResult> {
    const { fault } = this;
    this.fault = undefined;
    if (fault === "before") throw new Error("the process died");
    const written = await super.write(...input);
    if (fault === "after") throw new Error("the answer was lost");
    return written;
  }
}

const noLog: Log = { begin: () => undefined, info: () => undefined, error: () => undefined };

/** Applications over a book in memory, and a partner that follows a script. */
export class TestOnboarding implements PartnerContext {
  readonly store = new FaultyBook();
  readonly newId = countedIds();
  readonly actor = "system:sweeper";
  readonly requestId = "req_1";
  readonly onboarding = new ScriptedPartner();
  readonly onboardUrl = "https://onboard.test";
  readonly log = noLog;
  now = noon;
  readonly clock = { now: () => this.now };

  pass(seconds: number): void {
    this.now = addSeconds(this.now, seconds);
  }

  /** Puts an application as it is into the book. */
  keep(state: Kyb): Kyb {
    const transition = { next: state, from: null, to: state.status, reason: "furnished" };
    if (
      !this.store.writeNow(
        transitionWrites(newAggregate(kybRecordType, state), [transition], this).writes,
        this.newId("req", this.now),
      ).ok
    )
      throw new Error("it is there already");
    return state;
  }

  async read(id = "kyb_1"): Promise<Kyb> {
    return (await loadKyb(this, id)).state;
  }

  ask(id = "kyb_1"): Promise<Kyb> {
    return askPartner(this, id);
  }

  tenant(partnerCustomerId: string | null, name = "acme", wallet = "0xW") {
    return furnishTenant(this, { name, wallet, partnerCustomerId });
  }

  /** Rows of a type in the book. */
  rows(type: string) {
    return this.store.rows().filter((row) => row.type === type);
  }
}
