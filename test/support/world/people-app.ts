import { requestAccess } from "../../../functions/app/access/request-access.ts";
import { acceptSignupRequest } from "../../../functions/app/access/signups.ts";
import { sendLetter } from "../../../functions/app/mail/send-letter.ts";
import { savePerson, saveStep } from "../../../functions/app/onboarding/apply.ts";
import { announceFile, lookAtFiles } from "../../../functions/app/onboarding/files.ts";
import { inviteApplicant, resendInvite } from "../../../functions/app/onboarding/invites.ts";
import { submitApplication } from "../../../functions/app/onboarding/submit.ts";

/** What people do, as a world runs it: the real use cases, unless a test puts something in their place. */
export const thePeopleApp = {
  ...{ requestAccess, acceptSignupRequest, inviteApplicant, resendInvite },
  ...{ saveStep, savePerson, announceFile, lookAtFiles, submitApplication, sendLetter },
};

export type PeopleApp = typeof thePeopleApp;
