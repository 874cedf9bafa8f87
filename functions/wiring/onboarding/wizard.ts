import type { FilesDesk } from "../../app/onboarding/files.ts";
import type { WizardDesk } from "../../app/onboarding/wizard-context.ts";
import { deskOf } from "../core/context.ts";
import { live } from "../core/env.ts";
import { log } from "../core/log.ts";
import { meter } from "../core/metrics.ts";
import { screening } from "../gate/screening.ts";
import { applicantFiles as files } from "./applicant-files.ts";
import { peopleSecrets as secrets } from "./people-secrets.ts";

/** What the pages of a business's application work with. */
export function wizardDesk(call: Parameters<typeof deskOf>[0]): WizardDesk & FilesDesk {
  return { ...deskOf(call), screening, live, meter, secrets, files, log };
}
