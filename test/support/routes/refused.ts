import { Refusal } from "../../../functions/domain/core/refusal.ts";

/** The code of the refusal that a call ends in; anything else says what came instead. */
export async function refusalCodeOf(call: Promise<unknown>): Promise<string> {
  const reply = await call.then(
    (answer) => `answered ${JSON.stringify(answer)}`,
    (error: unknown) => error,
  );
  return reply instanceof Refusal ? reply.code : String(reply);
}
