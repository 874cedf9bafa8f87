import { beforeEach, describe, expect, test } from "vitest";
import { answersOf } from "../../../functions/app/onboarding/answers.ts";
import { readKyb } from "../../../functions/app/onboarding/reads.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { KybApi } from "../../support/onboarding/kyb-api.ts";
import { goodForms } from "../../support/onboarding/kyb-forms.ts";

let api: KybApi;

beforeEach(() => {
  api = new KybApi();
});

describe("a step that is saved", () => {
  test("begins the application and is there on any device", async () => {
    const { id, token } = await api.invite();
    expect(await api.save(token, "company", goodForms.company)).toMatchObject({ kind: "saved" });
    const { answers, status } = await api.state(id);
    expect(status).toBe("started");
    expect(answers.company).toMatchObject({
      ...{ phone: "+12125550100", website: "https://acme.example/", taxId: { last4: "6789" } },
    });
  });

  test("with something wrong saves nothing, and says what by field", async () => {
    const { id, token } = await api.invite();
    const reply = await api.save(token, "company", { ...goodForms.company, taxId: "12", country: "XX" });
    if (reply.kind !== "problems") throw new Error(reply.kind);
    expect(reply.problems.map(({ path, code }) => [path, code])).toEqual([
      ["country", "not_a_country"],
      ["taxId", "not_a_tax_id"],
    ]);
    expect((await api.state(id)).status).toBe("invited");
  });

  test("keeps its secrets when they are left empty, and asks anew where they belong to something else", async () => {
    const { id, token } = await api.invite();
    await api.save(token, "company", goodForms.company);
    const before = (await api.state(id)).answers.company?.taxId;
    await api.save(token, "company", { ...goodForms.company, taxId: "", tradingName: "Acme" });
    expect((await api.state(id)).answers.company).toMatchObject({ taxId: before, tradingName: "Acme" });
    const moved = { ...goodForms.company, taxId: "", country: "DE", state: "" };
    expect(await api.save(token, "company", moved)).toMatchObject({ problems: [{ path: "taxId", code: "required" }] });
  });

  test("takes a tax number that the partner asks for anew by being typed alone", async () => {
    const { id } = await api.submitted("Review Inc.");
    const state = await api.state(id);
    const first = { at: api.context.clock.now(), revision: state.revision };
    const input = {
      ...state,
      ...{ status: "under_review" as const },
      partner: state.partner && { ...state.partner, missing: ["tax_id" as const], asked: { tax_id: first } },
    };
    const blank = { ...goodForms.company, taxId: "" };
    const reply = [input, state].map((each) => answersOf(api.wizard, each, "company", blank));
    expect(await Promise.all(reply)).toMatchObject([
      { ok: false, problems: [{ path: "taxId", code: "required" }] },
      { ok: true },
    ]);
  });

  test("from a tab that another one has overtaken saves nothing and says so", async () => {
    const { id, token } = await api.invite();
    await api.save(token, "company", goodForms.company, 1);
    const late = { ...goodForms.company, legalName: "Other Ltd" };
    expect(await api.save(token, "company", late, 1)).toMatchObject({ kind: "stale", changed: ["company"] });
    expect((await api.state(id)).answers.company?.legalName).toBe("Acme Widgets, Inc.");
  });

  test("beside another step that was saved meanwhile is saved all the same", async () => {
    const { token } = await api.invite();
    await api.save(token, "company", goodForms.company, 1);
    expect(await api.save(token, "addresses", goodForms.addresses, 1)).toMatchObject({ kind: "saved" });
  });

  test("whose answer was lost is saved once when the same form comes again", async () => {
    const { id, token } = await api.invite();
    await api.save(token, "company", goodForms.company, 1);
    expect(await api.save(token, "company", goodForms.company, 1)).toMatchObject({ kind: "saved" });
    expect((await api.state(id)).revision).toBe(2);
  });

  test("by a person who was lost on the way puts nobody on the list twice", async () => {
    const { id, token } = await api.invite();
    await api.person(token);
    const again = await api.person(token, { ...goodForms.person, isControlPerson: "", title: "" });
    expect(again).toMatchObject({ problems: [{ path: "ownershipPercent", code: "over_100_percent" }] });
    expect((await api.state(id)).answers.people).toHaveLength(1);
  });
});

describe("a wallet", () => {
  test("that the screen refuses is a problem beside its field, on record and not saved", async () => {
    const { id, token } = await api.invite();
    const blocked = { ...goodForms.payout, wallet: "BLOCKED-1" };
    expect(await api.save(token, "payout", blocked)).toMatchObject({
      problems: [{ path: "wallet", code: "wallet_refused" }],
    });
    expect((await api.state(id)).answers.payout).toBeNull();
    const { entries } = await readKyb(api.context, id);
    expect(entries.at(-1)?.reason).toMatch(/^a wallet was screened: declined, reference mock_scr_/);
  });

  test("that is saved was allowed when it was, where that was kept until we came again", async () => {
    const { id, token } = await api.invite();
    const screen = api.screening.screen.bind(api.screening);
    api.screening.screen = async (input) => ({ ...(await screen(input)), ageSeconds: 600 });
    await api.save(token, "payout", goodForms.payout);
    const { walletScreen } = await api.state(id);
    expect(walletScreen).toMatchObject({ outcome: "pass", at: addSeconds(api.clock.now(), -600) });
  });

  test("that could not be screened is asked to come again", async () => {
    const { token } = await api.invite();
    const reply = await api.save(token, "payout", { ...goodForms.payout, wallet: "UNAVAILABLE-1" });
    expect(reply).toMatchObject({ problems: [{ path: "wallet", code: "wallet_not_checked" }] });
  });
});

describe("a document", () => {
  test("of the wrong kind is rejected with the reason, and another one may be brought", async () => {
    const { id, token } = await api.invite();
    await api.save(token, "company", goodForms.company);
    const bytes = new TextEncoder().encode("MZ this is a program");
    await api.bring(token, { kind: "formation_document", bytes });
    expect((await api.state(id)).files).toMatchObject([
      { status: "rejected", problem: expect.stringContaining("Windows program"), sha256: null },
    ]);
    const { files } = await api.bring(token, { kind: "formation_document" });
    expect(files.map(({ status }) => status)).toEqual(["rejected", "provided"]);
    expect(files[1]?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });
});
