import { describe, expect, test } from "vitest";
import { monitorOperations } from "../../functions/contract/screening/monitors.ts";
import { ownListOperations } from "../../functions/contract/screening/own-lists.ts";
import { screenOperations } from "../../functions/contract/screening/screens.ts";
import { verify, WebhookReceiver } from "../support/journeys/receiver.ts";
import { advance, fresh, openAccount, operator, secondOperator } from "../support/journeys/screening.ts";
import { until } from "../support/runner/until.ts";

const { openMonitor, getMonitor, listMonitors, deleteMonitor } = monitorOperations;

/** Two operators put an address on the own block list. */
async function block(value: string): Promise<void> {
  const reply = { kind: "block", value, category: "scam", reason: "reported to us" };
  const { id } = await operator.call(ownListOperations.proposeOwnEntry, { body: reply });
  await secondOperator.call(ownListOperations.approveOwnEntry, { params: { id } });
}

function arrivals(receiver: WebhookReceiver, count: number) {
  const look = async () => {
    await advance(0);
    return receiver.arrived;
  };
  return until(look, ({ length }) => length >= count, `${count} alerts did not arrive`);
}

describe("an account on Pro", () => {
  test("is told of a watched address that is blocked, until its receiver takes it", async () => {
    await using receiver = await WebhookReceiver.start();
    receiver.answers = 500;
    const account = await openAccount("pro");
    const value = fresh();
    const body = { value, webhook: receiver.url };
    const { id, secret, ...opened } = await account.call(openMonitor, { body });
    expect(opened).toMatchObject({ status: "active", action: "allow", standardWebhooks: true });

    await block(value);
    const [tried] = await arrivals(receiver, 1);
    receiver.answers = 204;
    await advance(60);
    const [, again] = await arrivals(receiver, 2);
    for (const each of receiver.arrived) verify(each, secret);
    expect(again?.headers["webhook-id"]).toBe(tried?.headers["webhook-id"]);
    expect(again?.raw).toBe(tried?.raw);
    expect(again?.body).toMatchObject({
      event: "monitor.risk_changed",
      data: { monitorId: id, value, before: { action: "allow" }, after: { action: "block" } },
    });

    const seen = await account.call(getMonitor, { params: { id } });
    expect(seen).toMatchObject({ action: "block", risk_level: "critical", alerts: [{ delivery: { attempts: 2 } }] });
    const screen = await account.call(screenOperations.getScreen, { params: { id: seen.screenId } });
    expect(screen).toMatchObject({ value, action: "block" });
    expect((await account.call(listMonitors)).data.map((each) => each.id)).toEqual([id]);

    expect(await account.call(deleteMonitor, { params: { id } })).toMatchObject({ status: "deleted" });
    await account.refused(getMonitor, "not_found", { params: { id } });
  });

  test("is told what is wrong with what it asks", async () => {
    const account = await openAccount("pro");
    const webhook = "https://acme.example/alerts";
    const bad = [
      ["invalid_request", { value: fresh(), webhook: "https://10.0.0.1/" }],
      ["invalid_request", { value: fresh(), webhook: "http://acme.example/" }],
      ["invalid_request", { value: fresh() }],
      ["invalid_request", { value: fresh(), webhook, mood: "good" }],
      ["invalid_value", { value: " ", webhook: "http://127.0.0.1:1/" }],
      ["unsupported_chain", { value: fresh(), chain: "moon", webhook: "http://127.0.0.1:1/" }],
    ] as const;
    for (const [code, body] of bad) await account.refused(openMonitor, code, { body });
  });
});

test.each(["free", "starter"] as const)("an account on %s has no monitors", async (plan) => {
  const account = await openAccount(plan);
  await account.refused(openMonitor, "plan_required", { body: { value: fresh(), webhook: "http://127.0.0.1:1/" } });
});
