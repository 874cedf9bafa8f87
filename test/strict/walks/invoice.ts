import { expect } from "vitest";
import { verify } from "../../support/journeys/receiver.ts";
import { receives, type Visit } from "../visit.ts";

/** Less than the minute after which the sweeper would have continued a settlement that nothing else did. */
const limitSeconds = 45;

/** An invoice is paid and reaches its payout by events alone. */
export async function invoice(visit: Visit): Promise<string> {
  const tenant = await visit.tenant();
  await using receiver = await tenant.receiver();
  // The first call of each Lambda starts it.
  await tenant.reaches(await tenant.pay(await tenant.invoice(1_000)), "completed");
  const drafted = await tenant.invoice(123_456);
  const since = performance.now();
  const paid = await tenant.pay(drafted);
  const settlement = await tenant.reaches(paid, "completed");
  const seconds = (performance.now() - since) / 1000;
  expect(settlement).toMatchObject({ fiatInCents: 123_456, txHash: expect.stringMatching(/^0x/) });
  expect(seconds, "seconds from the payment to its completed settlement").toBeLessThan(limitSeconds);
  const webhook = await receives(receiver, "settlement.completed");
  if (webhook !== undefined) verify(webhook, receiver.secret);
  return `invoice: settlement completed (in ${seconds.toFixed(1)} s, and its signed event arrived)`;
}
