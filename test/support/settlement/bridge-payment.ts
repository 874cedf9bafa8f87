import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import { invoiceRecordType } from "../../../functions/app/invoicing/record.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import type { Settlement, SettlementStatus } from "../../../functions/domain/settlement/settlement.ts";
import { settlementIn } from "../core/samples.ts";
import { TestApi } from "../core/test-api.ts";
import type { DeployedSandbox } from "../runner/deployed.ts";
import { operationOf } from "../runner/lambdas.ts";
import { vendorHeaders } from "./vendor-credential.ts";

let count = 0;

/** A payment over Bridge on a deployed sandbox, whose settlement stands in this status; its railRef and its id. */
export function bridgePayment({ aws }: DeployedSandbox, status: SettlementStatus): { railRef: string; id: string } {
  count += 1;
  const railRef = `tr_${count}`;
  const { settlement, invoice } = settlementIn(status);
  const ids = { id: `stl_01K0000000000000000000001${count}`, invoiceId: `inv_01K0000000000000000000001${count}` };
  const state: Settlement = { ...settlement, ...ids, rail: "bridge", payment: { ...settlement.payment, railRef } };
  const began = { from: null, reason: "began" };
  const { context } = new TestApi();
  const writes = [
    transitionWrites(newAggregate(settlementRecordType, state), [{ ...began, next: state, to: state.status }], context),
    transitionWrites(
      newAggregate(invoiceRecordType, { ...invoice, id: ids.invoiceId }),
      [{ ...began, next: { ...invoice, id: ids.invoiceId }, to: invoice.status }],
      context,
    ),
  ];
  aws.store.writeNow(
    writes.flatMap((each) => each.writes),
    `began-${count}`,
  );
  return { railRef, id: ids.id };
}

/** An event of a settlement's transfer as Bridge's own, signed by it; the status of our answer. */
export async function sendBridgeEvent(deployed: DeployedSandbox, id: string, event: object): Promise<number> {
  const op = operationOf("receiveBridgeCallback");
  const { settlement } = settlementIn("collecting");
  const body = JSON.stringify({
    ...{ event_id: `wh_${id}`, event_category: "transfer" },
    event_object: {
      ...{ client_reference_id: `${id}.${id.replace("stl", "inv")}`, amount: String(settlement.fiatInCents / 100) },
      ...{ source: { payment_rail: "ach_push", currency: "usd" } },
      ...{ destination: { payment_rail: "base", currency: "usdc", bridge_wallet_id: "bw_1" } },
      ...event,
    },
  });
  const headers = await vendorHeaders("receiveBridgeCallback", body, Date.now());
  const { status } = await deployed.send(op, { method: op.method, path: op.path, headers, body });
  return status;
}
