import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoStore } from "../../adapters/aws/dynamo-store.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { SandboxClock, systemClock } from "../../adapters/local/clock.ts";
import { newId } from "../../adapters/local/id-maker.ts";
import type { Context } from "../../app/core/context.ts";
import type { PersonalData } from "../../app/core/personal-data.ts";
import type { Store } from "../../app/core/ports.ts";
import { live, requiredSetting } from "./env.ts";

export const dynamo = new DynamoDBClient(awsSettings.dynamodb);

export const store = new DynamoStore(dynamo, requiredSetting("BOOK_TABLE"));

/** The test clock, on stages that have one. */
export const sandboxClock = live ? undefined : new SandboxClock(store);

export const clock = sandboxClock ?? systemClock;

/** Brings the clock up to date; called once per request or event. */
export async function tick(): Promise<void> {
  await sandboxClock?.tick();
}

export { newId };

let personal: PersonalData | undefined;

/** Has every context of this Lambda seal and open what is a person's own (wiring/core/personal.ts). */
export function sealWith(data: PersonalData): void {
  personal = data;
}

/** The book as a context has it: opened as it is read, in the Lambdas that may. */
function opened(book: Store): Pick<Context, "store" | "personal"> {
  return personal ? { store: personal.over(book), personal } : { store: book };
}

export function contextFor(actor: string, requestId: string): Context {
  return { ...opened(store), clock, newId, actor, requestId };
}

/** The context of a call that the handler frame let in; what one under an Idempotency-Key writes is held back by the frame. */
export function contextOf(call: {
  readonly principal: { readonly actor: string };
  readonly requestId: string;
  readonly operation: string;
  readonly unit?: Store;
}): Context {
  const context = { ...contextFor(call.principal.actor, call.requestId), action: call.operation };
  return call.unit ? { ...context, ...opened(call.unit) } : context;
}
