import { createHash, randomUUID } from "node:crypto";
import * as z from "zod";
import type { Store } from "../../app/core/ports.ts";
import type { Applicant, Onboarding, PartnerReport } from "../../app/onboarding/ports.ts";
import { partnerItems } from "../../domain/onboarding/partner-status.ts";

/** What the mock keeps of an application: what it was told, from which its answer follows. */
const file = z.object({ ref: z.string(), legalName: z.string(), brought: z.array(z.enum(partnerItems)) });

type File = z.infer<typeof file>;

const attempts = 5;

/** The sandbox's partner, which decides by the legal name: one that contains "denied" is rejected, one that contains "review" stays under review until its formation document is brought, any other is approved at once. It keeps what it was told in the mock rail's table, so that a look answers what the application was answered. */
export class MockOnboarding implements Onboarding {
  readonly name = "mock";
  readonly #book: () => Store;

  constructor(store: () => Store) {
    this.#book = store;
  }

  async apply({ key, legalName, brought }: Applicant): Promise<PartnerReport> {
    const ref = `mock_kyb_${hexOf(key)}`;
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const [row] = await this.#book().read([keyOf(ref)]);
      const known = row && file.parse(row.body);
      if (known && reportOf(known).standing !== "under_review") return reportOf(known);
      const all = [...new Set([...(known?.brought ?? []), ...brought])];
      const body: File = { ref, legalName, brought: all };
      const put = { ...keyOf(ref), v: (row?.v ?? 0) + 1, type: "onboarding", body };
      const written = await this.#book().write([{ put, expect: row?.v ?? "absent" }], randomUUID());
      if (written.ok) return reportOf(body);
    }
    throw new Error("the mock partner is busy");
  }

  async look(ref: string): Promise<PartnerReport | null> {
    const [row] = await this.#book().read([keyOf(ref)]);
    return row ? reportOf(file.parse(row.body)) : null;
  }
}

function keyOf(ref: string) {
  return { pk: ref, sk: "onboarding" };
}

function hexOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 24);
}

/** The answer to what was told. The customer's id is lower-case hex, so that it has none of the words by which the mock rail refuses a customer. */
function reportOf({ ref, legalName, brought }: File): PartnerReport {
  const name = legalName.toLowerCase();
  const reply = { ref, partnerCustomerId: null, missing: [], reasons: [], pages: noPages };
  if (name.includes("denied"))
    return { ...reply, standing: "rejected", reasons: ["The partner does not serve this kind of business."] };
  if (name.includes("review") && !brought.includes("formation_document"))
    return { ...reply, standing: "under_review", missing: ["formation_document"] };
  return { ...reply, standing: "approved", partnerCustomerId: `cus_mock_${hexOf(ref)}` };
}

const noPages = { identity: null, terms: null };
