import { bridgePayment } from "../../settlement/bridge-payment.ts";
import type { Rehearsal } from "./rehearsal.ts";

/** What waits for a second operator on a stage with that policy. */
export function twoPeople(stage: Rehearsal): Promise<void> {
  return stage.under({ TWO_PERSON_CONTROL: "true" }, async () => {
    const { id } = stage.owner;
    const destWallet = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";
    await stage.show("changeTenant", { params: { id }, body: { destWallet } });
    await stage.show("addFeeRule", { body: { bps: 100 } });
    await stage.show("setFlag", { body: { key: "escrow.rail.fiat", enabled: true } });
    const { railRef } = bridgePayment(stage, "settling");
    const txHash = `0x${"ab12".repeat(16)}`;
    const body = { railRef, state: "payment_processed", txHash };
    await stage.show("receiveBridgeCallback", { bearer: stage.operatorToken, body });
  });
}
