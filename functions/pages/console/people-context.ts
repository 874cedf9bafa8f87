import type { SignupContext } from "../../app/access/signups.ts";
import type { EvidenceStore } from "../../app/disputes/ports.ts";
import type { BrandContext } from "../../app/tenants/brand-changes.ts";
import { live, settings } from "../../wiring/core/env.ts";
import { applicantFiles } from "../../wiring/onboarding/applicant-files.ts";
import { brandContext } from "../../wiring/tenants/brands.ts";
import { listPages } from "./kit/list.ts";

export interface PeopleContext extends SignupContext, BrandContext {
  readonly live: boolean;
  readonly files: Pick<EvidenceStore, "link">;
}

export function peopleContext(call: Parameters<typeof brandContext>[0]): PeopleContext {
  const stage = { onboardUrl: settings.ONBOARD_URL, environment: live ? "live" : "test" } as const;
  return { ...brandContext(call), ...stage, live, files: applicantFiles };
}

export const peopleList = listPages<PeopleContext>();
