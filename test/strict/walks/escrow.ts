import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { escrowMoneyOperations, escrowOperations } from "../../../functions/contract/escrow/escrow.ts";
import { until } from "../../support/runner/until.ts";
import { type Visit, waitLimitMs, wallet } from "../visit.ts";

/** An escrow is created, funded and released to its beneficiary. */
export async function escrowRelease(visit: Visit): Promise<string> {
  const tenant = await visit.tenant();
  const reference = `deal-${randomUUID()}`;
  const body = { reference, amountCents: 10_000, payoutAddress: wallet() };
  const { id } = await tenant.call(escrowMoneyOperations.createEscrow, { body });
  const params = { id };
  const funding = { params, body: { amountCents: 10_000 } };
  expect((await tenant.call(escrowMoneyOperations.fundEscrow, funding)).status).toBe("funded");
  await tenant.call(escrowMoneyOperations.releaseEscrow, { params });
  const released = await until(
    () => tenant.call(escrowOperations.getEscrow, { params }),
    ({ status }) => status === "released",
    `escrow ${id} was not released`,
    waitLimitMs,
  );
  expect(released.releaseTxHash).toMatch(/^0x/);
  return "escrow release: created, funded, released with its hash";
}
