import { serve } from "../http/route.ts";
import { peopleFrame } from "../wiring/people-frame.ts";
import { localeOf } from "./locale.ts";
import { removePart, saveApplication, savePart } from "./onboarding/acts.ts";
import { refused, returnedPage } from "./onboarding/refused.ts";
import { openApplication, showApplication, showPart, showRemoval } from "./onboarding/shows.ts";
import { formPurpose } from "./onboarding/view.ts";
import { onboardingOperations } from "./onboarding.contract.ts";

export const handler = serve(
  onboardingOperations,
  {
    showReturned: async ({ root, query, languages }) =>
      returnedPage({ root, locale: localeOf(query.lang, languages) }),
    openApplication,
    showApplication,
    saveApplication,
    showApplicationPart: showPart,
    saveApplicationPart: savePart,
    showApplicationRemoval: showRemoval,
    removeApplicationPart: removePart,
  },
  peopleFrame({ refused, proof: { parameter: "token", purpose: formPurpose } }),
);
