import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { besiege } from "../../support/routes/besiege.ts";
import { pageOf, Visitor } from "../../support/routes/visitor.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { goodDebit, type Payer, payerOf } from "../../support/settlement/payer.ts";

const deployed = new DeployedSandbox();
let owner: Owner;
let payer: Payer;
let operator: Visitor;

beforeAll(async () => {
  ({ one: owner } = await deployed.start());
  ({ payer } = await payerOf(deployed, owner));
  operator = new Visitor(deployed);
  await operator.signIn();
});

afterAll(() => deployed.stop());

const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };

/** Rows of these types, so that nothing new goes unseen. */
function rows(...types: readonly string[]) {
  return deployed.aws.store.rows().filter(({ type }) => types.includes(type));
}

describe("a form for people, with anything at all in any of its fields", () => {
  test("pays nothing by a hosted invoice that is not agreed to, and shows no account number", async () => {
    const siege = await besiege({
      ...{ name: "pay", action: "/pay", good: { ...goodDebit, authorize: "" } },
      ...{ secret: ["accountNumber"], open: () => payer.open() },
      send: (body) =>
        deployed.send(pageOf("payHostedInvoice"), {
          ...{ method: "POST", path: `/i/${payer.token}/pay`, body },
          headers: { host: "localhost:4002", ...form },
        }),
      stored: async () => rows("settlement", "invoice", "claim"),
    });
    expect(siege.faults).toEqual([]);
    expect(siege.taken).toBe(0);
    expect(siege.fields).toEqual(expect.arrayContaining(Object.keys(goodDebit).filter((n) => n !== "source")));
  });

  test("asks for access only where it is whole", async () => {
    const good = { companyName: "Acme", contactName: "Ada", contactEmail: "ada@acme.example" };
    const siege = await besiege({
      ...{ name: "signup", action: "/signup", good },
      open: () => deployed.send(pageOf("showSignup"), { method: "GET", path: "/signup", headers: {} }),
      send: (body, nth) =>
        deployed.send(pageOf("sendSignup"), {
          ...{ method: "POST", path: "/signup", body },
          headers: { host: "localhost:4002", ...form, "x-forwarded-for": `2001:db8:${nth.toString(16)}::1` },
        }),
      stored: async () => rows("signup", "signup_address").length,
    });
    expect(siege.faults).toEqual([]);
    expect(siege.fields).toHaveLength(7);
  });

  test.each([
    ["inviteByHand", "showNewInvite", {}, { legalName: "Acme", contactEmail: "a@acme.example", locale: "en" }],
    [
      "setTenantBrand",
      "showTenantBrand",
      {},
      {
        ...{ name: "Acme", accent: "#0b57d0", text: "#1b1b1f", background: "#ffffff", locale: "en" },
        ...{ domain: "", supportEmail: "", supportUrl: "", logo: "keep" },
      },
    ],
  ] as const)(
    "%s of the console does nothing by halves",
    async (id, page, _, good) => {
      const params = id === "setTenantBrand" ? { id: owner.id } : {};
      const path = pageOf(id).path.replace("{id}", owner.id);
      const siege = await besiege({
        ...{ name: id, action: path, good, prefix: id, taken: [200, 201, 303], reopened: true },
        open: () => operator.get(page, params),
        send: (body) =>
          deployed.send(pageOf(id), {
            ...{ method: "POST", path, body },
            headers: { ...form, cookie: operator.cookie, host: "localhost:4000" },
          }),
        stored: async () => rows("kyb", "brand").length,
      });
      expect(siege.faults).toEqual([]);
      expect(siege.fields.length).toBeGreaterThan(3);
    },
    60_000,
  );
});
