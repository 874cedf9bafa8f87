import { afterAll, beforeAll, expect, test } from "vitest";
import { DeployedLists } from "../../support/screening/deployed-lists.ts";

const deployed = new DeployedLists();

beforeAll(async () => {
  await deployed.open();
  process.env.LOCAL = "false";
});

afterAll(() => deployed.stop());

/** What a minute's sweep tells the alarms of the lists' age, in hours. */
async function agesTold(): Promise<unknown[]> {
  const { handler } = await import("../../../functions/events/screening-sweep.ts");
  deployed.logged.length = 0;
  await handler();
  const lines = deployed.logged.map((line) => JSON.parse(line));
  expect(lines).toContainEqual(expect.objectContaining({ SweepDone: 1 }));
  return lines.flatMap(({ ListAgeHours }) => ListAgeHours ?? []);
}

test("the sweep tells the staleness alarm of a list that is demanded and was never loaded, and what has become of it", async () => {
  expect(await agesTold()).toEqual([8_760]);
  await deployed.publish([], "ofac_sdn");
  const [before] = await agesTold();
  await deployed.advance(72 * 3_600);
  const [after] = await agesTold();
  expect(Math.round(Number(after) - Number(before))).toBe(72);
});
