import type { Locale } from "../../../domain/core/mail.ts";
import { type OnboardingMessages, onboardingEn } from "./onboarding-en.ts";
import { onboardingEs } from "./onboarding-es.ts";

/** What the pages of a business's application say, by language. */
export const onboardingMessages: Readonly<Record<Locale, OnboardingMessages>> = {
  en: onboardingEn,
  es: onboardingEs,
};
