import type { FilesContext } from "../../app/onboarding/files.ts";
import type { WizardContext } from "../../app/onboarding/wallet.ts";
import { contextOf } from "../core/context.ts";
import { live } from "../core/env.ts";
import { log } from "../core/log.ts";
import { meter } from "../core/metrics.ts";
import { screening } from "../gate/screening.ts";
import { applicantFiles as files } from "./applicant-files.ts";
import { applicantSealers as sealers } from "./people-secrets.ts";
import "../core/personal.ts";

export function wizardContext(call: Parameters<typeof contextOf>[0]): WizardContext & FilesContext {
  return { ...contextOf(call), screening, live, meter, sealers, files, log };
}
