import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patternsOn, superLinear } from "../../support/routes/patterns.ts";
import { pageOf } from "../../support/routes/visitor.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
const good = { companyName: "Acme", contactName: "Ada", contactEmail: "form@acme.example" };
const names = ["companyName", "contactName", "contactEmail", "website", "country", "useCase", "expectedMonthlyVolume"];

beforeAll(() => deployed.open());
afterAll(() => deployed.stop());

/** Sends the form as a browser does, a field of it as it is encoded. */
function send([name, encoded]: readonly [string, string], address: string) {
  const others = new URLSearchParams(Object.entries(good).filter(([each]) => each !== name));
  return deployed.send(pageOf("sendSignup"), {
    ...{ method: "POST", path: "/signup?lang=en", body: `${others}&${name}=${encoded}` },
    headers: {
      ...{ "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
      "x-forwarded-for": address,
    },
  });
}

function rows(type: string) {
  return deployed.aws.store.rows().filter((row) => row.type === type);
}

describe("a field with a quarter of a megabyte of blanks between two digits", () => {
  test.each(names)("%s is refused by its length; no pattern that backtracks has looked at it", async (name) => {
    for (const count of [60_000, 250_000]) {
      const run = async () => {
        const { status, text } = await send([name, `1${"+".repeat(count)}1`], `2001:db8:${names.indexOf(name)}::1`);
        expect([status, text.includes(`id="f-${name}-error"`)]).toEqual([400, true]);
      };
      expect(superLinear(await patternsOn(1_000, run))).toEqual([]);
    }
  });
});

describe("a source that has sent 30 forms with a mistake within an hour", () => {
  const address = "198.51.100.7";

  test("is refused further ones, and not a right one", async () => {
    const statuses: number[] = [];
    for (let nth = 0; nth < 31; nth += 1) statuses.push((await send(["contactEmail", "ada"], address)).status);
    expect(statuses).toEqual([...Array(30).fill(400), 429]);
    const over = await send(["contactEmail", "ada"], address);
    expect([over.status, Number(over.headers["retry-after"])]).toEqual([429, expect.any(Number)]);
    expect(Number(over.headers["retry-after"])).toBeGreaterThan(3_000);
    expect((await send(["website", "acme.example"], address)).status).toBe(303);
    expect(rows("signup")).toHaveLength(1);
    expect(rows("signup_limit").find(({ pk }) => pk.endsWith(address))?.body).toMatchObject({
      taken: [expect.any(String)],
    });
  });
});
