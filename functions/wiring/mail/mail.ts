import { SESv2Client } from "@aws-sdk/client-sesv2";
import { SesMailer } from "../../adapters/aws/mail-ses.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { drawLetter } from "../../adapters/local/letter-html.ts";
import { MemoryMailer } from "../../adapters/mock/mail-mock.ts";
import { storedLetterKey } from "../../app/mail/letter-rows.ts";
import type { LetterContext } from "../../app/mail/send-letter.ts";
import type { Mailer } from "../../app/onboarding/ports.ts";
import { clock, contextFor, newId, store } from "../core/context.ts";
import { settings } from "../core/env.ts";
import { linkKeys } from "../core/links.ts";
import { meter } from "../core/metrics.ts";
import "../core/personal.ts";

/** SES where the stage has an address to send from; elsewhere letters are kept to be looked at. */
function mailer(): Mailer {
  const { MAIL_FROM: from, MAIL_CONFIGURATION_SET: set } = settings;
  if (from === "") return new MemoryMailer(store, clock, newId, storedLetterKey);
  return new SesMailer(new SESv2Client(awsSettings.ses), { from, configurationSet: set || null });
}

const made = { mailer: mailer(), drawLetter, meter, linkKeys, onboardUrl: settings.ONBOARD_URL };

export function letterContext(requestId: string): LetterContext {
  return { ...made, ...contextFor("system:mail", requestId) };
}
