import { SESv2Client } from "@aws-sdk/client-sesv2";
import { awsSettings } from "../adapters/aws-settings.ts";
import { drawLetter } from "../adapters/letter-html.ts";
import { KeptMailer } from "../adapters/mail-kept.ts";
import { SesMailer } from "../adapters/mail-ses.ts";
import { keptKey } from "../app/letter-rows.ts";
import type { Mailer } from "../app/ports-people.ts";
import type { LetterDesk } from "../app/send-letter.ts";
import { book, clock, deskFor, newId } from "./base.ts";
import { settings } from "./env.ts";
import { meter } from "./meter.ts";

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
