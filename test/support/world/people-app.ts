import { savePerson, saveStep } from "../../../functions/app/kyb-apply.ts";
import { announceFile, lookAtFiles } from "../../../functions/app/kyb-files.ts";
import { inviteApplicant, resendInvite } from "../../../functions/app/kyb-invites.ts";
import { submitApplication } from "../../../functions/app/kyb-submit.ts";
import { requestAccess } from "../../../functions/app/request-access.ts";
import { sendLetter } from "../../../functions/app/send-letter.ts";
import { acceptSignupRequest } from "../../../functions/app/signups.ts";

/** What people do, as a world runs it: the real use cases, unless a test puts something in their place. */
export const thePeopleApp = {
  ...{ requestAccess, acceptSignupRequest, inviteApplicant, resendInvite },
  ...{ saveStep, savePerson, announceFile, lookAtFiles, submitApplication, sendLetter },
};

export type PeopleApp = typeof thePeopleApp;
