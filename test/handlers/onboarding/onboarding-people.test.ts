import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { onboardingProblems } from "../../../functions/pages/onboarding/messages/onboarding-problems.ts";
import { Applicant } from "../../support/onboarding/applicant.ts";
import { goodForms } from "../../support/onboarding/kyb-forms.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
let applicant: Applicant;

beforeAll(async () => {
  await deployed.start();
});

afterAll(() => deployed.stop());

beforeEach(async () => {
  applicant = await Applicant.invited(deployed);
});

describe("a company that lists its people", () => {
  test("adds, changes and removes people", async () => {
    await applicant.fill("people/new", goodForms.person);
    const id = /people\/(kyp_\w+)/.exec((await applicant.get("people")).text)?.[1] ?? "";
    const changed = await applicant.fill(`people/${id}`, { ...goodForms.person, fullName: "Ana Ruiz", idNumber: "" });
    expect(changed.headers.location).toContain("/people?saved=person");
    expect((await applicant.get("people")).text).toContain("Ana Ruiz");
    expect((await applicant.get(`people/${id}/remove`)).text).toContain("Remove Ana Ruiz?");
    expect((await applicant.post(`people/${id}/remove`)).headers.location).toContain("saved=person-removed");
    expect((await applicant.get("people")).text).toContain("Nobody is listed yet.");
    expect((await applicant.get(`people/${id}`)).status).toBe(404);
  });

  test("loses nothing of a person whom another tab has taken off the list meanwhile", async () => {
    await applicant.fill("people/new", goodForms.person);
    const id = /people\/(kyp_\w+)/.exec((await applicant.get("people")).text)?.[1] ?? "";
    const { text } = await applicant.get(`people/${id}`);
    const revision = /name="revision" value="(\d+)"/.exec(text)?.[1] ?? "";
    await applicant.get(`people/${id}/remove`);
    await applicant.post(`people/${id}/remove`);
    await applicant.get("people");
    const late = await applicant.post(`people/${id}`, { ...goodForms.person, title: "Captain", revision });
    expect(late.status).toBe(409);
    expect(late.text).toContain('value="Captain"');
    expect(late.text).toContain(`action="../../../k/${applicant.token}/people/new"`);
    expect((await applicant.post("people/new", { ...goodForms.person, title: "Captain" })).status).toBe(303);
  });

  test("hears what is wrong with the list of owners", async () => {
    const none = await applicant.fill("people", goodForms.people);
    expect(none.text).toContain(onboardingProblems.en.control_person_required as string);
  });
});
