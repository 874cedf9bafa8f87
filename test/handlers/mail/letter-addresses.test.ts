import { beforeEach, describe, expect, test } from "vitest";
import { verifyChain } from "../../../functions/app/audit/chain.ts";
import { entriesIn } from "../../../functions/app/core/aggregate.ts";
import { maskedAddress } from "../../../functions/domain/core/mail.ts";
import { MailApi } from "../../support/mail/mail-api.ts";

let api: MailApi;
let id: string;

const address = "zebulon@quillfeather.example";
const masked = "z…@quillfeather.example";

beforeEach(async () => {
  api = new MailApi();
  id = await api.invoiceTo((await api.tenant()).id, { customerEmail: address });
});

const rowsOf = (type: string) => api.store.rows().filter((row) => row.type === type);
const ordersOf = () =>
  entriesIn(api.store.rows().filter(({ pk }) => pk === id)).flatMap(({ follows }) =>
    follows.flatMap((each) => (each.kind === "send_mail" ? [each.to] : [])),
  );

describe("the address of a payer's letter", () => {
  test("is on no entry in clear, and the letter goes there all the same", async () => {
    expect(ordersOf()).toEqual([masked]);
    const follows = rowsOf("entry").map(({ body }) => (body as { follows: unknown }).follows);
    expect(JSON.stringify(follows)).not.toContain(address);
    await api.lettersOut();
    expect(api.sent).toMatchObject([{ to: address }]);
    const rows = api.store.rows().filter(({ pk }) => pk === id);
    expect(verifyChain({ pk: id, rows })).not.toHaveProperty("fault");
  });

  test("lies beside the entry for thirty days, for whoever hands its order on", async () => {
    const ttl = Math.floor(Date.parse(api.clock.now()) / 1000) + 30 * 86_400;
    expect(rowsOf("letter_to")).toMatchObject([{ pk: id, body: { to: address }, ttl }]);
  });

  test("that is forgotten is written to by nobody", async () => {
    for (const { pk, sk, v } of rowsOf("letter_to")) await api.store.write([{ remove: { pk, sk }, expect: v }], "n");
    await api.lettersOut();
    expect([api.sent, api.letters()]).toEqual([[], []]);
  });
});

test.each([
  [address, masked],
  ["a@b.co", "a…@b.co"],
  ["nonsense", "…"],
  ["@x.co", "…@x.co"],
])("the address %s is shown as %s", (whole, shown) => {
  expect(maskedAddress(whole)).toBe(shown);
});
