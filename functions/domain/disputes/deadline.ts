import { addDays, type Instant } from "../core/time.ts";
import type { DisputeCase, DisputeStage } from "./case.ts";
import type { DisputeNetwork } from "./network.ts";

type Windows = Readonly<Record<DisputeStage, number>>;

/** Calendar days that a merchant has to answer, from when the dispute was raised (Chargeflow, "Network timelines"; ACH: the 60 days in which a consumer may dispute, Nacha). An inquiry has the window of a chargeback; arbitration where a network leaves it open has Visa's 10 days, the shortest. */
export const responseDays: Readonly<Record<DisputeNetwork, Windows>> = {
  visa: { inquiry: 30, chargeback: 30, pre_arbitration: 30, arbitration: 10 },
  mastercard: { inquiry: 45, chargeback: 45, pre_arbitration: 45, arbitration: 45 },
  amex: { inquiry: 20, chargeback: 20, pre_arbitration: 20, arbitration: 10 },
  discover: { inquiry: 30, chargeback: 30, pre_arbitration: 30, arbitration: 10 },
  ach: { inquiry: 60, chargeback: 60, pre_arbitration: 60, arbitration: 60 },
};

const safetyDays = 3;

/** Where nobody says which network it is, the shortest of them holds. */
function daysOf(network: DisputeNetwork | null, stage: DisputeStage): number {
  if (network !== null) return responseDays[network][stage];
  return Math.min(...Object.values(responseDays).map((windows) => windows[stage]));
}

/** A dispute at a stage, which reached us at `receivedAt`; `networkDueBy` is what the network itself has set. */
export interface StageReceipt {
  readonly network: DisputeNetwork | null;
  readonly stage: DisputeStage;
  readonly receivedAt: Instant;
  readonly networkDueBy?: Instant | null | undefined;
}

export type Deadlines = Readonly<Pick<DisputeCase, "networkDueBy" | "internalDueBy">>;

/** By when a dispute has to be answered. One received in the future counts from `now`; our own deadline is never before `now`, and never after the network's. */
export function deadlines({ network, stage, receivedAt, networkDueBy }: StageReceipt, now: Instant): Deadlines {
  const dueBy = networkDueBy ?? addDays(receivedAt < now ? receivedAt : now, daysOf(network, stage));
  const wished = addDays(dueBy, -safetyDays);
  const earliest = now < dueBy ? now : dueBy;
  return { networkDueBy: dueBy, internalDueBy: wished > earliest ? wished : earliest };
}

/** Whether the network's window has closed; its last moment still counts. */
export function isLate({ networkDueBy }: Pick<Deadlines, "networkDueBy">, now: Instant): boolean {
  return now > networkDueBy;
}
