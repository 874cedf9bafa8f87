import type { ReceivedWebhook } from "./receiver.ts";

/** One transition as the settlement's history tells it. */
interface TransitionSeen {
  readonly from: string | null;
  readonly to: string;
  readonly reason: string | null;
  readonly actor: string;
  readonly at: string;
}

/** A settlement as the API shows it. */
export interface SettlementSnapshot {
  readonly id: string;
  readonly status: string;
  readonly fiatInCents: number;
  readonly feeCents: number;
  readonly reserveCents: number;
  readonly netCents: number;
  readonly usdtOut: string | null;
  readonly usdtStable: string | null;
  readonly destChain: string;
  readonly txHash?: string;
  readonly history: readonly TransitionSeen[];
}

/** The lines that tell an invoice's way to its money. */
export function timeline(
  invoice: { readonly id: string; readonly number: string; readonly totalCents: number },
  settlement: SettlementSnapshot,
  webhooks: readonly ReceivedWebhook[],
): string[] {
  const { feeCents, reserveCents, netCents, fiatInCents } = settlement;
  const paid = [settlement.usdtOut ?? "nothing", settlement.usdtStable ?? "", "on", settlement.destChain].join(" ");
  return [
    `Invoice ${invoice.number} (${invoice.id}) over ${dollars(invoice.totalCents)}, created, sent and paid by ACH`,
    `Settlement ${settlement.id}`,
    ...settlement.history.map(
      ({ at, to, actor, reason }) => `  ${at}  ${to.padEnd(11)} ${actor}${reason ? `: ${reason}` : ""}`,
    ),
    `  ${dollars(fiatInCents)} = fee ${dollars(feeCents)} + reserve ${dollars(reserveCents)} + net ${dollars(netCents)}`,
    `  Paid out ${paid}, transaction ${settlement.txHash ?? "none yet"}`,
    "Webhooks, signatures checked with the stripe package",
    ...webhooks.map(
      ({ at, event, verified }) => `  ${at}  ${event.padEnd(24)} ${verified ? "verified" : "NOT VERIFIED"}`,
    ),
  ];
}

function dollars(cents: number): string {
  const [whole = "", rest] = (cents / 100).toFixed(2).split(".");
  return `${Number(whole).toLocaleString("en-US")}.${rest} USD`;
}
