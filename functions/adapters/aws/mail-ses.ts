import { BadRequestException, MessageRejected, type SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import type { Letter, Mailer } from "../../app/onboarding/ports.ts";
import { headerPhrase } from "../http/header-phrase.ts";

/** How the stage sends: from which address, and under which configuration set, if any. */
export interface SesSettings {
  readonly from: string;
  readonly configurationSet: string | null;
}

/** Mail through Amazon SES, which keeps no key of ours: asked twice, it sends twice. */
export class SesMailer implements Mailer {
  readonly name = "ses";
  readonly #client: SESv2Client;
  readonly #settings: SesSettings;

  /** The client must not retry by itself: what it does not know to be unsent comes again by the queue. */
  constructor(client: SESv2Client, settings: SesSettings) {
    this.#client = client;
    this.#settings = settings;
  }

  async send(letter: Letter): Promise<{ readonly messageId: string } | { readonly refused: string }> {
    const { from, configurationSet } = this.#settings;
    const utf8 = (Data: string) => ({ Data, Charset: "UTF-8" });
    const request = new SendEmailCommand({
      FromEmailAddress: `${headerPhrase(letter.fromName)} <${from}>`,
      Destination: { ToAddresses: [letter.to] },
      ...(letter.replyTo !== null && { ReplyToAddresses: [letter.replyTo] }),
      Content: {
        Simple: { Subject: utf8(letter.subject), Body: { Text: utf8(letter.text), Html: utf8(letter.html) } },
      },
      ...(configurationSet !== null && { ConfigurationSetName: configurationSet }),
      // Names the letter in SES's own events.
      EmailTags: [{ Name: "letter", Value: letter.key }],
    });
    try {
      const { MessageId } = await this.#client.send(request);
      if (MessageId === undefined) throw new Error("SES gave no message id");
      return { messageId: MessageId };
    } catch (error) {
      const refused = refusalOf(error);
      if (refused === null) throw withoutAddresses(error);
      return { refused };
    }
  }
}

/** A no to this very letter. An identity that is not verified, a paused account or a limit is nothing that the letter could help: it is thrown, and somebody looks. */
function refusalOf(error: unknown): string | null {
  if (error instanceof MessageRejected)
    return /not verified/i.test(error.message) ? null : "the mail service rejected the letter";
  return error instanceof BadRequestException ? "the mail service cannot write to this address" : null;
}

/** What SES says of a failure names whom the letter was for, and what is thrown goes into the log. */
function withoutAddresses(error: unknown): Error {
  const { name, message } = error instanceof Error ? error : new Error("unknown");
  return Object.assign(new Error(message.replaceAll(/(?<![^\s<>,;:@])[^\s<>,;:@]+@[^\s<>,;:]+/g, "an address")), {
    name,
  });
}
