import type { WizardDesk } from "../app/kyb-desk.ts";
import type { FilesDesk } from "../app/kyb-files.ts";
import { applicantFiles as files } from "./applicant-files.ts";
import { deskOf } from "./base.ts";
import { live } from "./env.ts";
import { log } from "./log.ts";
import { meter } from "./meter.ts";
import { peopleSecrets as secrets } from "./people-secrets.ts";
import { screening } from "./screening.ts";

/** What the pages of a business's application work with. */
export function wizardDesk(call: Parameters<typeof deskOf>[0]): WizardDesk & FilesDesk {
  return { ...deskOf(call), screening, live, meter, secrets, files, log };
}
