import { beforeEach, describe, expect, test } from "vitest";
import { answersOf } from "../../../functions/app/onboarding/answers.ts";
import { readKyb } from "../../../functions/app/onboarding/reads.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { KybDoor } from "../../support/onboarding/kyb-door.ts";
import { goodForms } from "../../support/onboarding/kyb-forms.ts";

let door: KybDoor;

beforeEach(() => {
  door = new KybDoor();
});

describe("a step that is saved", () => {
  test("begins the application and is there on any device", async () => {
    const { id, token } = await door.invite();
    expect(await door.save(token, "company", goodForms.company)).toMatchObject({ kind: "saved" });
    const { answers, status } = await door.state(id);
    expect(status).toBe("started");
    expect(answers.company).toMatchObject({
      ...{ phone: "+12125550100", website: "https://acme.example/", taxId: { last4: "6789" } },
    });
  });

  test("with something wrong saves nothing, and says what by field", async () => {
    const { id, token } = await door.invite();
    const said = await door.save(token, "company", { ...goodForms.company, taxId: "12", country: "XX" });
    if (said.kind !== "problems") throw new Error(said.kind);
    expect(said.problems.map(({ path, code }) => [path, code])).toEqual([
      ["country", "not_a_country"],
      ["taxId", "not_a_tax_id"],
    ]);
    expect((await door.state(id)).status).toBe("invited");
  });

  test("keeps its secrets when they are left empty, and asks anew where they belong to something else", async () => {
    const { id, token } = await door.invite();
    await door.save(token, "company", goodForms.company);
    const before = (await door.state(id)).answers.company?.taxId;
    await door.save(token, "company", { ...goodForms.company, taxId: "", tradingName: "Acme" });
    expect((await door.state(id)).answers.company).toMatchObject({ taxId: before, tradingName: "Acme" });
    const moved = { ...goodForms.company, taxId: "", country: "DE", state: "" };
    expect(await door.save(token, "company", moved)).toMatchObject({
      problems: [{ path: "taxId", code: "required" }],
    });
  });

  test("takes a tax number that the partner asks for anew by being typed alone", async () => {
    const { id } = await door.submitted("Review Inc.");
    const state = await door.state(id);
    const first = { at: door.desk.clock.now(), revision: state.revision };
    const asked = {
      ...state,
      ...{ status: "under_review" as const },
      partner: state.partner && { ...state.partner, missing: ["tax_id" as const], asked: { tax_id: first } },
    };
    const blank = { ...goodForms.company, taxId: "" };
    const said = [asked, state].map((each) => answersOf(door.wizard, each, "company", blank));
    expect(await Promise.all(said)).toMatchObject([
      { ok: false, problems: [{ path: "taxId", code: "required" }] },
      { ok: true },
    ]);
  });

  test("from a tab that another one has overtaken saves nothing and says so", async () => {
    const { id, token } = await door.invite();
    await door.save(token, "company", goodForms.company, 1);
    const late = { ...goodForms.company, legalName: "Other Ltd" };
    expect(await door.save(token, "company", late, 1)).toMatchObject({ kind: "stale", changed: ["company"] });
    expect((await door.state(id)).answers.company?.legalName).toBe("Acme Widgets, Inc.");
  });

  test("beside another step that was saved meanwhile is saved all the same", async () => {
    const { token } = await door.invite();
    await door.save(token, "company", goodForms.company, 1);
    expect(await door.save(token, "addresses", goodForms.addresses, 1)).toMatchObject({ kind: "saved" });
  });

  test("whose answer was lost is saved once when the same form comes again", async () => {
    const { id, token } = await door.invite();
    await door.save(token, "company", goodForms.company, 1);
    expect(await door.save(token, "company", goodForms.company, 1)).toMatchObject({ kind: "saved" });
    expect((await door.state(id)).revision).toBe(2);
  });

  test("by a person who was lost on the way puts nobody on the list twice", async () => {
    const { id, token } = await door.invite();
    await door.person(token);
    const again = await door.person(token, { ...goodForms.person, isControlPerson: "", title: "" });
    expect(again).toMatchObject({ problems: [{ path: "ownershipPercent", code: "over_100_percent" }] });
    expect((await door.state(id)).answers.people).toHaveLength(1);
  });
});

describe("a wallet", () => {
  test("that the screen refuses is a problem beside its field, on record and not saved", async () => {
    const { id, token } = await door.invite();
    const blocked = { ...goodForms.payout, wallet: "BLOCKED-1" };
    expect(await door.save(token, "payout", blocked)).toMatchObject({
      problems: [{ path: "wallet", code: "wallet_refused" }],
    });
    expect((await door.state(id)).answers.payout).toBeNull();
    const { entries } = await readKyb(door.desk, id);
    expect(entries.at(-1)?.reason).toMatch(/^a wallet was screened: declined, reference mock_scr_/);
  });

  test("that is saved was allowed when it was, where that was kept until we came again", async () => {
    const { id, token } = await door.invite();
    const screen = door.screening.screen.bind(door.screening);
    door.screening.screen = async (asked) => ({ ...(await screen(asked)), ageSeconds: 600 });
    await door.save(token, "payout", goodForms.payout);
    const { walletScreen } = await door.state(id);
    expect(walletScreen).toMatchObject({ outcome: "pass", at: addSeconds(door.clock.now(), -600) });
  });

  test("that could not be screened is asked to come again", async () => {
    const { token } = await door.invite();
    const said = await door.save(token, "payout", { ...goodForms.payout, wallet: "UNAVAILABLE-1" });
    expect(said).toMatchObject({ problems: [{ path: "wallet", code: "wallet_not_checked" }] });
  });
});

describe("a document", () => {
  test("of the wrong kind is rejected with the reason, and another one may be brought", async () => {
    const { id, token } = await door.invite();
    await door.save(token, "company", goodForms.company);
    const bytes = new TextEncoder().encode("MZ this is a program");
    await door.bring(token, { kind: "formation_document", bytes });
    expect((await door.state(id)).files).toMatchObject([
      { status: "rejected", problem: expect.stringContaining("Windows program"), sha256: null },
    ]);
    const { files } = await door.bring(token, { kind: "formation_document" });
    expect(files.map(({ status }) => status)).toEqual(["rejected", "provided"]);
    expect(files[1]?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });
});
