import { onboardingOperations } from "../../contract/onboarding/onboarding-pages.ts";
import { serve } from "../../http/route.ts";
import { peopleFrame } from "../../wiring/frames/public.ts";
import { readingOf } from "../kit/front-page.ts";
import { removePart, saveApplication, savePart } from "./actions.ts";
import { refusedWizard, returnedPage } from "./error-page.ts";
import { openApplication, showApplication, showPart, showRemoval } from "./summary.ts";
import { formPurpose } from "./view.ts";

export const handler = serve(
  onboardingOperations,
  peopleFrame({ refused: refusedWizard, proof: { parameter: "token", purpose: formPurpose } }),
  {
    showReturned: async (call) => returnedPage(readingOf(call)),
    openApplication,
    showApplication,
    saveApplication,
    showApplicationPart: showPart,
    saveApplicationPart: savePart,
    showApplicationRemoval: showRemoval,
    removeApplicationPart: removePart,
  },
);
