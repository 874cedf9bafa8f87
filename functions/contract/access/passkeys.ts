import * as z from "zod";
import { text } from "../../http/schemas.ts";
import { consoleForms, consolePages, flashMessageParam, formOf, pageReply, route } from "../console/schemas.ts";
import { operationTable, remove } from "../operation-table.ts";
import { operatorsName } from "./sessions.ts";

/** What an authenticator answered, as a browser's `toJSON` makes it. */
const answer = z.string().min(1).max(16_384);

const passkeyName = text(1, 64);

const pending = { session: "pending" } as const;

/** How another operator's passkeys are taken away over the interface, of either product. */
export function passkeyOperations(lambda: string) {
  return operationTable({ caller: "operator", tag: "Operators", lambda } as const, {
    removeOperatorPasskeys: remove("/admin/operators/{name}/passkeys", "Take an operator's lost passkeys away", {
      role: "admin",
      description: "Their sessions end. Nobody takes their own away: another operator does.",
      params: z.strictObject({ name: operatorsName }),
      reply: {
        status: 200,
        schema: z.object({ name: operatorsName, removed: z.int().describe("how many passkeys were taken away") }),
      },
      refusals: ["not_found", "second_operator_required", "version_conflict"],
    }),
  });
}

/** The script that a page about passkeys needs; anybody may have it. */
export function passkeyScript(lambda: string) {
  return consolePages(lambda, {
    showScript: route("/console/script/{name}", "The script of the pages that ask for a passkey, by its hash", {
      caller: "public",
      params: z.strictObject({ name: z.string().regex(/^passkey\.[\w-]{16}\.js$/) }),
      reply: { ...pageReply, contentType: "text/javascript; charset=utf-8" },
    }),
  });
}

/** The pages about passkeys that ask nothing of an authenticator's answer. */
export function passkeyPages(lambda: string) {
  return consolePages(lambda, {
    showPasskeySignIn: route(
      "/console/sign-in/passkey",
      "Where a passkey is presented, or the first one made",
      pending,
    ),
    showPasskeys: route("/console/passkeys", "Your passkeys", { query: z.strictObject({ done: flashMessageParam }) }),
  });
}

/** The forms about passkeys; one Lambda judges all that an authenticator answers. */
export function passkeyForms(lambda: string) {
  return consoleForms(lambda, "viewer", {
    presentPasskey: route("/console/sign-in/passkey", "Finish a sign-in with a passkey", {
      ...pending,
      body: formOf(z.strictObject({ answer })),
    }),
    enrolPasskey: route("/console/sign-in/passkey/new", "Finish a first sign-in by making a passkey", {
      ...pending,
      body: formOf(z.strictObject({ answer, name: passkeyName })),
    }),
    askForPasskey: route("/console/passkeys/new", "Ask for what a new passkey signs"),
    addPasskey: route("/console/passkeys", "Keep a new passkey", {
      body: formOf(z.strictObject({ answer, name: passkeyName })),
    }),
    removePasskey: route("/console/passkeys/remove", "Take one of your passkeys away", {
      body: formOf(z.strictObject({ passkey: z.string().regex(/^[\w-]{1,1400}$/) })),
    }),
  });
}
