import type { Locale } from "../../../domain/core/mail.ts";
import { type OnboardingWords, onboardingEn } from "./onboarding-en.ts";
import { onboardingEs } from "./onboarding-es.ts";

/** What the pages of a business's application say, by language. */
export const onboardingWords: Readonly<Record<Locale, OnboardingWords>> = {
  en: onboardingEn,
  es: onboardingEs,
};
