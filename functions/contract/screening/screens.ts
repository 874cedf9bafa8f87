import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { riskLevels, screenActions } from "../../domain/screening/risk.ts";
import { screenView } from "../../domain/screening/screen-view.ts";
import { idParam, text } from "../../http/schemas.ts";
import { expandable, expandedListOf, expandedRecordOf, operatorEmbedsOne } from "../expand.ts";
import { creationRange, get, operationTable, post } from "../operation-table.ts";
import { accountView } from "./accounts.ts";
import { screenedChain, screenedType, screenedValue } from "./screened-value.ts";

/** What may go wrong with one question, wherever it is asked. */
const questionRefusals = ["invalid_value", "unsupported_type", "unsupported_chain", "chain_mismatch"] as const;

/** A question. Its words are judged after the lists were looked at, since what is on a list is never refused. */
export const screenQuestion = z.strictObject({
  type: screenedType.describe("wallet, or transaction (transactions is another word for it)"),
  value: screenedValue.describe("an address or a transaction's reference, at most 256 characters"),
  chain: screenedChain.optional().describe("left out: told by the value's form and checksum"),
});

const mostItems = 100;

const answered = z.object({
  index: z.int().describe("the question's place in the batch, from 0 on"),
  status: z.literal(200).describe("the status that it would have had alone"),
  screen: screenView.describe("its verdict"),
});
const failed = z.object({
  index: z.int().describe("the question's place in the batch, from 0 on"),
  status: z.int().meta({ description: "the status that this question alone would have had" }),
  error: z.string().describe("what is wrong, for people"),
  code: z.string().describe("what is wrong, for programs"),
});

const asked = { caller: "tenant", tag: "Screening", lambda: "screens", invalidAs: "invalid_request" } as const;

export const screenOperations = operationTable(asked, {
  screenValue: post("/api/v1/screen", "Screen a wallet or a transaction", {
    description:
      "Answers with a verdict: `allow` lets a payment go on, `review` and `block` do not. Anything but status `complete` is no pass. Complete and pending verdicts count against the plan; refusals and status `error` do not.",
    body: screenQuestion,
    claim: "own",
    reply: { status: 200, schema: screenView, headers: ["X-Verdict-Age"] },
    refusals: [
      ...questionRefusals,
      "tenant_suspended",
      "plan_limit_reached",
      "idempotency_key_reuse",
      "provider_unavailable",
    ],
  }),
  getScreen: get("/api/v1/screen/{id}", "Read a screen; a pending one is completed by and by", {
    description:
      "Not counted. `X-Verdict-Age` says how many seconds ago its verdict last changed: an allow of long ago is no pass of now, since lists may have changed.",
    params: idParam("scr"),
    reply: { status: 200, schema: screenView, headers: ["X-Verdict-Age"] },
    absentAs: "screening_not_found",
    refusals: [],
  }),
  screenBatch: post("/api/v1/screen/batch", "Screen up to 100 wallets and transactions", {
    description:
      "Answers 200 with one result for each question, in order. A question that cannot be answered has the status, error and code that it would have had alone; only the answered ones count. Where the plan has fewer screenings left than questions, the first ones are answered. Under an Idempotency-Key every answer that counts is kept: the same batch again has them as they were, and asks anew about whatever had none (a refusal, status `error`), so that a batch that stopped half way is completed and nothing is counted twice.",
    claim: "own",
    body: z.strictObject({
      items: z
        .array(z.unknown().meta(questionShape()))
        .min(1)
        .max(mostItems)
        .meta({ description: "a wrong question is told in its place and stops no other" }),
    }),
    reply: {
      status: 200,
      schema: z
        .object({ results: z.array(z.union([answered, failed])).describe("one result for each question, in order") })
        .meta({ id: "ScreenBatch" }),
      headers: ["X-Verdict-Age"],
    },
    refusals: ["tenant_suspended", "idempotency_key_reuse", "provider_unavailable"],
  }),
});

/** What documents say of a question in a batch, which its own result refuses rather than the batch. */
function questionShape(): Record<string, unknown> {
  const { $schema: _, additionalProperties: __, ...shape } = z.toJSONSchema(screenQuestion, { io: "input" });
  return shape;
}

const operatorScreens = { caller: "operator", tag: "Screens", lambda: "screen-desk" } as const;

export const accountScreen = z
  .object({
    ...screenView.shape,
    accountId: z.string().meta({ description: "the account that asked, or that watches the address" }),
  })
  .meta({ id: "AccountScreen" });

const expandableScreen = expandable("ExpandableAccountScreen", accountScreen, {
  account: operatorEmbedsOne("getAccount", accountView, "the account that it belongs to"),
});

export const operatorScreenOperations = operationTable(operatorScreens, {
  listAccountScreens: get("/admin/screens", "List screens of all accounts, newest first", {
    ...expandedListOf(expandableScreen, {
      accountId: idOf("acc").optional().meta({ description: "only this account's" }),
      value: text(1, 256)
        .optional()
        .meta({ description: "only those of this address, in whatever way it is written, or of this transaction" }),
      action: z.enum(screenActions).optional().meta({ description: "only those with this verdict" }),
      risk_level: z.enum(riskLevels).optional().meta({ description: "only those of this risk" }),
      ...creationRange,
    }),
    description: "Those that monitors had made are among them where they told of a change.",
    refusals: ["not_found", "invalid_cursor"],
  }),
  readAccountScreen: get("/admin/screens/{id}", "Read a screen of any account", {
    ...expandedRecordOf(idParam("scr"), expandableScreen),
    absentAs: "screening_not_found",
    refusals: [],
  }),
  verifyScreen: post(
    "/admin/screens/{id}/verify",
    "Answer a screen's question again over the lists that it was answered by",
    {
      role: "viewer",
      description:
        "Loads the versions of the lists that the verdict names and decides anew from what is on record. `matches` says that the same decision comes out.",
      params: idParam("scr"),
      keyless: "it changes nothing, and asked again it looks again",
      reply: {
        status: 200,
        schema: z
          .object({
            matches: z.boolean().describe("whether the same decision comes out"),
            decisionHash: z.string().meta({ description: "as it was told" }),
            recomputed: z.string().meta({ description: "as it comes out now" }),
          })
          .meta({ id: "ScreenVerification" }),
      },
      absentAs: "screening_not_found",
      refusals: ["provider_unavailable"],
    },
  ),
});
