import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SesMailer } from "../../../functions/adapters/aws/mail-ses.ts";
import { errorText } from "../../../functions/app/core/error-text.ts";
import type { Letter } from "../../../functions/app/onboarding/ports.ts";
import { SesSim } from "../../support/mail/ses-sim.ts";

let ses: SesSim;
let client: Awaited<ReturnType<SesSim["start"]>>;
let mailer: SesMailer;

const letter: Letter = {
  key: "eml_01K0000000000000000000000A",
  fromName: "Ñandú & Sons",
  to: "payer@example.com",
  replyTo: "help@acme.test",
  subject: "Factura A-1 de Ñandú",
  text: "¡Hola!\n",
  html: "<p>¡Hola!</p>",
};

beforeEach(async () => {
  ses = new SesSim();
  client = await ses.start();
  mailer = new SesMailer(client, { from: "no-reply@mail.example.com", configurationSet: "letters" });
});

afterEach(() => ses.stop());

describe("a letter through SES", () => {
  test("carries subject, text and HTML, is from the stage's address in the brand's name, and answers go to its support", async () => {
    expect(await mailer.send(letter)).toEqual({ messageId: "0100-abc" });
    const [call] = ses.calls;
    expect(call?.path).toBe("/v2/email/outbound-emails");
    expect(call?.body).toMatchObject({
      Destination: { ToAddresses: ["payer@example.com"] },
      ReplyToAddresses: ["help@acme.test"],
      ConfigurationSetName: "letters",
      EmailTags: [{ Name: "letter", Value: letter.key }],
      Content: {
        Simple: {
          Subject: { Data: letter.subject, Charset: "UTF-8" },
          Body: { Text: { Data: letter.text }, Html: { Data: letter.html } },
        },
      },
    });
    const from = `=?UTF-8?B?${Buffer.from("Ñandú & Sons").toString("base64")}?= <no-reply@mail.example.com>`;
    expect(call?.body.FromEmailAddress).toBe(from);
  });

  test("names no configuration set and no answers' address where there is none", async () => {
    const bare = new SesMailer(client, { from: "a@b.co", configurationSet: null });
    await bare.send({ ...letter, replyTo: null });
    expect(ses.calls[0]?.body).not.toHaveProperty("ConfigurationSetName");
    expect(ses.calls[0]?.body).not.toHaveProperty("ReplyToAddresses");
  });
});

describe("a letter that SES refuses", () => {
  test.each([
    ["BadRequestException", 400, "Invalid email address: payer@example.com"],
    ["MessageRejected", 400, "Email content is not allowed."],
  ])("for its own sake is refused, without its address in the reason: %s", async (error, status, message) => {
    ses.answer = { error, status, message };
    const reply = await mailer.send(letter);
    expect(reply).toEqual({ refused: expect.stringMatching(/^the mail service/) });
    expect(JSON.stringify(reply)).not.toContain("payer");
  });

  test.each([
    ["MessageRejected", 400, "Email address is not verified. The following identities failed the check"],
    ["MailFromDomainNotVerifiedException", 400, "not verified"],
    ["SendingPausedException", 400, "sending is paused"],
    ["AccountSuspendedException", 400, "suspended"],
    ["LimitExceededException", 400, "too many"],
    ["NotFoundException", 404, "no such configuration set"],
    ["TooManyRequestsException", 429, "Maximum sending rate exceeded."],
    ["InternalServiceErrorException", 500, "oops"],
    ["AccessDeniedException", 403, "not authorized"],
  ])("for nothing that it could help is thrown and asked once only: %s", async (error, status, message) => {
    ses.answer = { error, status, message };
    await expect(mailer.send(letter)).rejects.toMatchObject({ name: error });
    expect(ses.calls).toHaveLength(1);
  });

  test("is told without the service's own words: they name whom it was for, and what is thrown goes into the log", async () => {
    ses.answer = {
      error: "MessageRejected",
      status: 400,
      message: "Email address is not verified. The following identities failed the check: payer@example.com",
    };
    const reply = await mailer.send(letter).catch((error: unknown) => error);
    expect(errorText(reply)).toContain("MessageRejected");
    expect(errorText(reply)).not.toContain("payer@");
  });

  test("by silence is thrown and asked once only", async () => {
    ses.answer = "silence";
    await expect(mailer.send(letter)).rejects.toThrow();
    expect(ses.calls).toHaveLength(1);
  });
});
