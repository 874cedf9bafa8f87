import { randomBytes } from "node:crypto";
import { accountOperations } from "../../../functions/contract/screening/accounts.ts";
import { screeningSandboxOperations } from "../../../functions/contract/shared/screening-sandbox.ts";
import { addDays, dayOf, dayStart, secondsBetween } from "../../../functions/domain/core/time.ts";
import type { PlanName } from "../../../functions/domain/screening/plan.ts";
import { Client } from "../runner/client.ts";
import { endpoints } from "./journey.ts";

/** The first operator of the screening interface, the second, and somebody without a key. */
export const operator = new Client(endpoints.kytUrl, endpoints.internalToken);
export const secondOperator = new Client(endpoints.kytUrl, endpoints.operators[1]?.token ?? "");
export const nobody = new Client(endpoints.kytUrl, null);

/** An address of nobody, in small letters: without a checksum. */
export function fresh(): string {
  return `0x${randomBytes(20).toString("hex")}`;
}

/** A caller of the screening interface by this key. */
export function holder(apiKey: string): Client {
  return new Client(endpoints.kytUrl, apiKey);
}

/** An account of a test's own: its screens are counted for nobody else. */
export async function openAccount(plan: PlanName): Promise<Client & { readonly id: string; readonly apiKey: string }> {
  const body = { name: "Journeys", plan };
  const { id, apiKey } = await operator.call(accountOperations.createAccount, { body });
  return Object.assign(holder(apiKey), { id, apiKey });
}

/** Moves the screening interface's time forward; what became due is done. */
export function advance(advanceSeconds: number) {
  return operator.call(screeningSandboxOperations.advanceClock, { body: { advanceSeconds } });
}

/** Moves on to the first second of the next minute: what has so many a minute has them all. */
export async function nextMinute(): Promise<void> {
  const { now } = await operator.call(screeningSandboxOperations.readClock);
  await advance(60 - new Date(now).getUTCSeconds());
}

/** Moves on to the first second of the next UTC day: no month that screens are counted in ends while a file's tests run. */
export async function nextDay(): Promise<void> {
  const { now } = await operator.call(screeningSandboxOperations.readClock);
  await advance(secondsBetween(now, addDays(dayStart(dayOf(now)), 1)));
}
