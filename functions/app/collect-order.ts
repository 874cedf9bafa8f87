import type { Settlement } from "../domain/settlement.ts";
import type { Rail } from "./ports.ts";

/** What the rail is asked to collect for a settlement; the same words for the same key. */
export function collectOrder(state: Settlement): Parameters<Rail["collect"]>[0] {
  return {
    key: state.intent?.key ?? state.id,
    reference: `${state.id}.${state.invoiceId}`,
    amountCents: state.fiatInCents,
    feeCents: state.feeCents,
    currency: state.currency,
    source: state.payment.source,
    partnerCustomerId: state.partnerCustomerId,
    stable: state.usdtStable,
    chain: state.destChain,
    wallet: state.destWallet,
  };
}
