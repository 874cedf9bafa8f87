import { momentText } from "../core/format.ts";
import type { Instant } from "../core/time.ts";
import { changedSettings, type TenantSettingsChange } from "../tenants/guarded-change.ts";
import { type LetterContent, oneLine } from "./letter.ts";
import { letter, type Writer } from "./letter-content.ts";
import { letterMessages } from "./letter-messages.ts";

/** The longest value that a letter shows of a setting: more than any wallet has. */
const longestValue = 256;

/** Tells a tenant's contact that a change of where its money goes was asked for, or is in force since `at`; each value with the one before it. */
export function changeLetter(
  writer: Writer,
  stage: "requested" | "effective",
  facts: { readonly business: string; readonly change: TenantSettingsChange; readonly at: Instant },
): LetterContent {
  const { locale } = writer;
  const { [stage]: messages, settings, from, none } = letterMessages[locale].change;
  const { change } = facts;
  const business = oneLine(facts.business, 80);
  const shown = (value: string | null | undefined) => (value ? oneLine(value, longestValue) : none);
  const changed = changedSettings(change).map(
    (field) => [settings[field], from(shown(change.before[field]), shown(change.after[field]))] as const,
  );
  return letter(writer, messages.subject(business), messages.heading, [
    { kind: "text", text: messages.says(business) },
    { kind: "facts", facts: [...changed, [messages.when, momentText(facts.at, locale)]] },
    { kind: "text", text: messages.warns },
  ]);
}
