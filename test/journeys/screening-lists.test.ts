import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { monitorOperations } from "../../functions/contract/screening/monitors.ts";
import { operatorReadOperations } from "../../functions/contract/screening/operator-reads.ts";
import { ownListOperations } from "../../functions/contract/screening/own-lists.ts";
import { screeningListOperations } from "../../functions/contract/screening/screening-lists.ts";
import { operatorScreenOperations, screenOperations } from "../../functions/contract/screening/screens.ts";
import { sluice } from "../support/journeys/command.ts";
import { endpoints } from "../support/journeys/journey.ts";
import { verify, WebhookReceiver } from "../support/journeys/receiver.ts";
import { advance, fresh, nextDay, openAccount, operator, secondOperator } from "../support/journeys/screening.ts";
import { sdnFile } from "../support/kyt-sim/sdn-file.ts";
import { until } from "../support/runner/until.ts";

const { screenValue } = screenOperations;
const { verifyScreen } = operatorScreenOperations;
const { listLists, listListChanges } = screeningListOperations;

const folder = mkdtempSync(join(tmpdir(), "lists-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Brings a file to the sandbox as an operator does. */
function bring(text: string) {
  const file = join(folder, "list.xml");
  writeFileSync(file, text);
  return sluice("lists", "import", file, "--endpoint", endpoints.awsEndpoint);
}

/** So many alerts, as they came. */
function told(receiver: WebhookReceiver, count: number) {
  const look = async () => {
    await advance(0);
    return receiver.arrived;
  };
  return until(look, ({ length }) => length >= count, `${count} alerts did not arrive`);
}

/** Always on the list, so that it can be put back as it was. */
const others = [fresh(), fresh(), fresh()];

test("a wallet that comes onto a list is blocked at once and its watcher is told, until it goes off again", async () => {
  await using receiver = await WebhookReceiver.start();
  const account = await openAccount("pro");
  const value = fresh();
  const input = { body: { type: "wallet", value } };
  const before = await account.call(screenValue, input);
  expect(before.action).toBe("allow");
  const { secret } = await account.call(monitorOperations.openMonitor, { body: { value, webhook: receiver.url } });
  const { version: since, skip } = await account.call(listListChanges);

  const first = await bring(sdnFile([...others, value]));
  expect(first, first.text).toMatchObject({ code: 0 });
  const listed = await account.call(screenValue, input);
  expect(listed).toMatchObject({ action: "block", entity_name: "INVENTED PARTY 4", programs: ["CYBER2"] });
  const { data } = await account.call(listLists);
  expect(data).toContainEqual(expect.objectContaining({ list: "ofac_sdn", records: 4, stale: false }));
  const changes = await account.call(listListChanges, { query: { since, skip } });
  expect(changes.added).toContainEqual({ list: "ofac_sdn", address: value });
  await told(receiver, 1);

  const small = await bring(sdnFile([value]));
  expect(small.code).toBe(1);
  expect(small.text).toContain("under half of the good list's 4");
  for (const broken of ["", "<html><body>Service unavailable</body></html>", sdnFile(others).slice(0, -40)])
    expect((await bring(broken)).code).toBe(1);
  expect(await account.call(screenValue, input)).toMatchObject({ action: "block" });

  const back = await bring(sdnFile(others));
  expect(back, back.text).toMatchObject({ code: 0 });
  const after = await account.call(screenValue, input);
  expect(after).toMatchObject({ action: "allow", risk_score: 10 });
  expect(after.flags.events).toMatchObject([{ listId: "ofac_sdn", removedAt: expect.any(String) }]);
  const alerts = await told(receiver, 2);
  for (const each of alerts) verify(each, secret);
  expect(alerts.map(({ body }) => body.data)).toMatchObject([
    { value, before: { action: "allow" }, after: { action: "block" } },
    { value, before: { action: "block" }, after: { action: "allow" } },
  ]);

  for (const { id, decisionHash } of [before, listed, after])
    expect(await operator.call(verifyScreen, { params: { id } })).toEqual({
      ...{ matches: true, decisionHash, recomputed: decisionHash },
    });
  expect(new Set([before, listed, after].map(({ decisionHash }) => decisionHash)).size).toBe(3);
});

test("an address is let pass or blocked by two operators, and never against a list", async () => {
  const account = await openAccount("pro");
  const mistyped = "0x52908400098527886E0F7030069857D2E4169Ee7";
  const { proposeOwnEntry, approveOwnEntry, withdrawOwnEntry } = ownListOperations;
  const screen = async (value: string) => (await account.call(screenValue, { body: { type: "wallet", value } })).action;

  async function enter(kind: "allow" | "block", value: string): Promise<string> {
    const body = { kind, value, reason: "a journey's" };
    const { id } = await operator.call(proposeOwnEntry, { body });
    await operator.refused(approveOwnEntry, "second_operator_required", { params: { id } });
    await secondOperator.call(approveOwnEntry, { params: { id } });
    return id;
  }

  async function withdraw(id: string): Promise<void> {
    await secondOperator.call(withdrawOwnEntry, { params: { id }, body: { reason: "done" } });
    await operator.call(approveOwnEntry, { params: { id } });
  }

  expect(await screen(mistyped)).toBe("review");
  const allowed = await enter("allow", mistyped);
  expect(await screen(mistyped)).toBe("allow");
  await withdraw(allowed);
  expect(await screen(mistyped)).toBe("review");

  const stranger = fresh();
  const blocked = await enter("block", stranger);
  expect(await screen(stranger)).toBe("block");
  await withdraw(blocked);
  expect(await screen(stranger)).toBe("allow");

  const listed = "0xC911BD85AbA9f3408ac5B7819329667b9806bD0E";
  const vain = await enter("allow", listed);
  expect(await screen(listed)).toBe("block");
  await withdraw(vain);
});

test("the trail of all this holds, against its archive too, and its operators read and search it", async () => {
  const account = await openAccount("free");
  const value = fresh();
  const { id } = await account.call(screenValue, { body: { type: "wallet", value } });
  const { data: screens } = await operator.call(operatorScreenOperations.listAccountScreens, { query: { value } });
  expect(screens).toMatchObject([{ id, accountId: account.id, action: "allow" }]);
  const { data: trail } = await operator.call(operatorReadOperations.listAudit, { query: { subject: id } });
  expect(trail).toMatchObject([{ subject: id, subjectType: "screen", accountId: account.id }]);
  const { data: known } = await operator.call(operatorReadOperations.search, { query: { q: value.toUpperCase() } });
  expect(known).toMatchObject([{ kind: "screen", id }]);

  // A day is archived once it has been over for five minutes, by the call after the one that left it.
  await nextDay();
  await advance(600);
  await advance(0);
  const there = ["--screening", "--endpoint", endpoints.awsEndpoint];
  const { code, text } = await sluice("audit-verify", ...there);
  expect(text).toMatch(
    /^\d+ entries of \d+ records hold\n[1-9]\d* entries of [1-9]\d* days are archived and hold; last root/,
  );
  expect(code).toBe(0);
  const none = await sluice("audit-verify", ...there, "--archive", folder);
  expect([none.code, none.text]).toEqual([1, expect.stringContaining("is no copy of an archive")]);
});
