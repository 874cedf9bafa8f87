import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formNonce } from "../../../functions/pages/checkout/nonce.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { type Payer, payerOf, textOf } from "../../support/settlement/payer.ts";

const deployed = new DeployedSandbox();
let owner: Owner;
let payer: Payer;

beforeAll(async () => {
  ({ one: owner } = await deployed.start());
});

afterAll(() => deployed.stop());

beforeEach(async () => {
  ({ payer } = await payerOf(deployed, owner));
});

describe("the day of a payment form", () => {
  test("is that of its authorization as it was read, not the next one, on which it was sent", async () => {
    const { text } = await payer.open();
    await deployed.advance(86_400);
    const { headers } = await payer.pay();
    const id = /\/payments\/(pay_\w+)/.exec(headers.location ?? "")?.[1] ?? "";
    const row = deployed.aws.store.rows().find(({ pk, sk }) => pk === id.replace("pay", "stl") && sk === "row");
    const body = row?.body as { state: { payment: { hosted: { authorization: string } } } } | undefined;
    expect(textOf(text)).toContain(body?.state.payment.hosted.authorization.replaceAll("\n", " "));
  });

  test.each([
    ["is none", "2026-11-00"],
    ["is none at all", "9999-99-99"],
    ["has not come", "9999-01-01"],
    ["was long ago", "2020-01-01"],
  ])("that %s is taken from nobody, who could have made its key with the link", async (_, day) => {
    payer.nonce = formNonce(payer.token, day);
    expect((await payer.pay()).status).toBe(403);
  });

  test("that is over a month ago is refused: its key may have been forgotten", async () => {
    await payer.open();
    await deployed.advance(31 * 86_400);
    expect((await payer.pay()).status).toBe(403);
    await payer.open();
    expect((await payer.pay()).status).toBe(303);
  });
});
