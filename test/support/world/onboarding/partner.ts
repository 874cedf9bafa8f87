import type { Applicant, Onboarding, PartnerReport } from "../../../../functions/app/onboarding/ports.ts";
import type { PartnerItem } from "../../../../functions/domain/onboarding/partner-status.ts";
import type { Scheduler } from "../core/scheduler.ts";

/** What the partner knows of a business. */
export interface PartnerFile {
  readonly ref: string;
  readonly key: string;
  readonly legalName: string;
  readonly brought: Set<PartnerItem>;
  readonly sinceMs: number;
  /** Whether it has said that it approves. */
  approved: boolean;
}

/** How long one called "slow" is looked at. */
const slowMs = 100_000;

/** A partner whose every call is a step: it decides by the name, keeps what it was told, and knows an application by our key. */
export class TestPartner implements Onboarding {
  readonly name = "test";
  readonly files: PartnerFile[] = [];
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  apply(applicant: Applicant): Promise<PartnerReport> {
    return this.#scheduler.call("partner.apply", () => this.#told(applicant));
  }

  look(ref: string): Promise<PartnerReport | null> {
    return this.#scheduler.call("partner.look", () => {
      const known = this.files.find((each) => each.ref === ref);
      return known ? this.#said(known) : null;
    });
  }

  #told({ key, ref, legalName, brought }: Applicant): PartnerReport {
    const known = this.files.find((each) => each.key === key || each.ref === ref);
    const file = known ?? {
      ...{ ref: `ref_${this.files.length + 1}`, key, legalName, brought: new Set<PartnerItem>() },
      ...{ sinceMs: this.#scheduler.nowMs, approved: false },
    };
    if (!known) this.files.push(file);
    for (const item of brought) file.brought.add(item);
    return this.#said(file);
  }

  #said(file: PartnerFile): PartnerReport {
    const { ref, legalName, brought, sinceMs } = file;
    const reply = {
      ...{ ref, partnerCustomerId: null, missing: [], reasons: [] },
      pages: { identity: null, terms: null },
    };
    if (/denied/i.test(legalName)) return { ...reply, standing: "rejected", reasons: ["No."] };
    if (/review/i.test(legalName) && !brought.has("formation_document"))
      return { ...reply, standing: "under_review", missing: ["formation_document"] };
    if (/slow/i.test(legalName) && this.#scheduler.nowMs - sinceMs < slowMs)
      return { ...reply, standing: "under_review" };
    file.approved = true;
    return { ...reply, standing: "approved", partnerCustomerId: `cus_${ref}` };
  }
}
