import { storedAccountOpener } from "../../app/settlement/collect-order.ts";
import { personal } from "../core/personal.ts";
import { formerAccountOpener } from "../onboarding/people-secrets.ts";

/** Opens the bank accounts that payers typed, for who asks a rail. */
export const payerAccounts = storedAccountOpener(personal, formerAccountOpener);
