import type { SignupDesk } from "../../app/access/signups.ts";
import type { EvidenceStore } from "../../app/disputes/ports.ts";
import type { BrandDesk } from "../../app/tenants/brand-changes.ts";
import { live, settings } from "../../wiring/core/env.ts";
import { applicantFiles } from "../../wiring/onboarding/applicant-files.ts";
import { brandDesk } from "../../wiring/tenants/brands.ts";

/** What the console's pages and forms about people work with. */
export interface PeopleDesk extends SignupDesk, BrandDesk {
  readonly live: boolean;
  readonly files: Pick<EvidenceStore, "link">;
}

/** The desk of somebody's page about people. */
export function peopleDesk(call: Parameters<typeof brandDesk>[0]): PeopleDesk {
  const stage = { onboardUrl: settings.ONBOARD_URL, environment: live ? "live" : "test" } as const;
  return { ...brandDesk(call), ...stage, live, files: applicantFiles };
}
