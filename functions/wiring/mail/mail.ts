import { SESv2Client } from "@aws-sdk/client-sesv2";
import { SesMailer } from "../../adapters/aws/mail-ses.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { drawLetter } from "../../adapters/local/letter-html.ts";
import { KeptMailer } from "../../adapters/mock/mail-kept.ts";
import { keptKey } from "../../app/mail/letter-rows.ts";
import type { LetterDesk } from "../../app/mail/send-letter.ts";
import type { Mailer } from "../../app/onboarding/ports.ts";
import { book, clock, deskFor, newId } from "../core/context.ts";
import { settings } from "../core/env.ts";
import { meter } from "../core/metrics.ts";

/** SES where the stage has an address to send from; elsewhere letters are kept to be looked at. */
function mailer(): Mailer {
  const { MAIL_FROM: from, MAIL_CONFIGURATION_SET: set } = settings;
  if (from === "") return new KeptMailer(book, clock, newId, keptKey);
  return new SesMailer(new SESv2Client(awsSettings.ses), { from, configurationSet: set || null });
}

const made = { mailer: mailer(), drawLetter, meter, onboardUrl: settings.ONBOARD_URL };

/** What sending letters works with. */
export function letterDesk(requestId: string): LetterDesk {
  return { ...made, ...deskFor("system:mail", requestId) };
}
