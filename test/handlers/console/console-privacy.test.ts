import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examples } from "../../../functions/contract/examples.ts";
import { approveApplicant } from "../../support/onboarding/approved-applicant.ts";
import { Visitor } from "../../support/routes/visitor.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
const one = new Visitor(deployed);
let made = 0;

beforeAll(async () => {
  await deployed.open();
  expect((await one.signIn()).status).toBe(303);
});
afterAll(() => deployed.stop());

async function ask(contactEmail: string): Promise<string> {
  const body = { ...(examples.requestAccess?.request as object), contactEmail };
  return JSON.parse((await deployed.call("requestAccess", "", {}, body)).text).requestId;
}

const sure = { reason: "requested_by_subject", reference: "T-17", confirmation: "erase" };

describe("the page about privacy", () => {
  test("finds a person by a form, so that no address of a page has who it is", async () => {
    const id = await ask("cleo@acme.example");
    const { status, text } = await one.post("findPerson", { whom: "cleo@acme.example" });
    expect(status, text).toBe(200);
    expect(text).toContain(`privacy/subjects/${id}`);
    const nobody = await one.post("findPerson", { whom: "kyb_01K9ZQ4T0V8Y3M5N7P9R1S3T5V" });
    expect(nobody.status).toBe(404);
    expect(nobody.text).toContain("This was not done");
    expect((await one.post("findPerson", { whom: "nobody@acme.example" })).text).toContain("Nothing is stored");
  });

  test("shows what is stored and lets it be downloaded; a look at the record's page alone tells nothing of the person", async () => {
    const id = await ask("dora@acme.example");
    expect((await one.get("showSubject", { id })).text).not.toContain("dora@acme.example");
    const shown = await one.post("exportPerson", { as: "page" }, { id });
    expect(shown.text).toContain("dora@acme.example");
    const file = await one.post("exportPerson", { as: "file" }, { id });
    expect(file.headers["content-disposition"]).toBe(`attachment; filename="${id}.json"`);
    expect(JSON.parse(file.text)).toMatchObject({ id, record: { contactEmail: "dora@acme.example" } });
  });

  test("erases once the word is typed, and lists the request", async () => {
    const id = await ask("emil@acme.example");
    const unsure = await one.post("erasePerson", { ...sure, confirmation: "yes" }, { id });
    expect(unsure.status).toBe(400);
    expect((await one.post("erasePerson", { ...sure, reference: "Emil asked" }, { id })).status).toBe(400);
    expect((await one.post("erasePerson", sure, { id })).status).toBe(303);
    expect((await one.get("showSubject", { id })).text).toContain("erased");
    expect((await one.get("showErasures", {}, "status=erased")).text).toContain(id);
  });

  test("says when a verified business goes, and takes the request back", async () => {
    made += 1;
    const accept = { id: await ask(`verified-${made}@acme.example`) };
    const reply = await deployed.call("acceptSignup", deployed.operatorToken, accept, { slug: `verified-${made}` });
    const { id } = JSON.parse(reply.text).invite;
    await approveApplicant(deployed.aws.store, id);
    expect((await one.post("erasePerson", sure, { id })).status).toBe(303);
    expect((await one.get("showSubject", { id })).text).toContain("once its tenant has ended");
    expect((await one.post("withdrawErasureByHand", {}, { id })).status).toBe(303);
    expect((await one.get("showSubject", { id })).text).toContain("withdrawn");
  });
});
