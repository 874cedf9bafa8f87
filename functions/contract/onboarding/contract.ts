import { apiLambda, applicantKeyGrants, type Contract, operatorGrants } from "../contract.ts";
import { pageScriptFiles } from "../site/assets-pages.ts";
import { kybOperations } from "./kyb.ts";
import { onboardingOperations } from "./onboarding-pages.ts";

export const onboardingContract: Contract = {
  operations: kybOperations,
  pages: onboardingOperations,
  lambdas: {
    kyb: apiLambda("api/onboarding/kyb", [...operatorGrants, ...applicantKeyGrants]),
    onboarding: {
      ...apiLambda(
        "pages/onboarding/handler",
        [
          "book:read",
          "applications:write",
          "applicant-number:encrypt",
          "applicant-account:encrypt",
          // What the applicant has said is shown again.
          ...applicantKeyGrants,
          "applicant-files:read",
          "applicant-files:write",
          // To screen the wallet.
          "kyt-key:read",
        ],
        1024,
      ),
      assets: pageScriptFiles,
    },
  },
};
