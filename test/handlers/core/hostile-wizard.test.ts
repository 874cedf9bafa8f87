import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { Applicant } from "../../support/onboarding/applicant.ts";
import { goodForms } from "../../support/onboarding/kyb-forms.ts";
import { besiege } from "../../support/routes/besiege.ts";
import { pageOf } from "../../support/routes/visitor.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";
import type { PlainReply } from "../../support/runner/lambdas.ts";

const deployed = new DeployedSandbox();
let applicant: Applicant;
let personId: string;

beforeAll(async () => {
  await deployed.start();
  applicant = await Applicant.invited(deployed);
  await applicant.fill("company", goodForms.company);
  await applicant.fill("people/new", goodForms.person);
  personId = /people\/(kyp_\w+)/.exec((await applicant.get("people")).text)?.[1] ?? "";
});

afterAll(() => deployed.stop());

/** The steps whose forms have fields, and a good form of each. */
const steps = {
  company: goodForms.company,
  addresses: { ...goodForms.addresses, operatingSame: "" },
  "people/{person}": goodForms.person,
  people: goodForms.people,
  payout: goodForms.payout,
  consent: goodForms.consent,
} as const;

function post(path: string, body: string): Promise<PlainReply> {
  return deployed.send(pageOf("saveApplication"), {
    ...{ method: "POST", path: `/k/${applicant.token}/${path}`, body },
    headers: {
      host: "localhost:4002",
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
    },
  });
}

describe("a form of the wizard, with anything at all in any of its fields", () => {
  test.each(Object.entries(steps))(
    "%s says beside the field what is wrong, keeps what was typed, and loses nothing",
    async (place, good) => {
      const path = place.replace("{person}", personId);
      const { fields, refused, taken, faults } = await besiege({
        ...{ name: place, action: `/${path}`, good, reopened: true },
        open: () => applicant.get(path),
        send: (body) => post(path, body),
        stored: async () => (await deployed.aws.store.read([rowKey(applicant.id)]))[0],
      });
      expect(faults).toEqual([]);
      expect(Object.keys(good)).toEqual(expect.arrayContaining(fields.filter((name) => name in good)));
      expect(fields.length).toBeGreaterThan(0);
      expect(refused).toBeGreaterThan(taken / 2);
    },
    60_000,
  );
});
