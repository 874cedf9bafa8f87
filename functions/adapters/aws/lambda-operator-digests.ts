import { InvokeCommand, type LambdaClient } from "@aws-sdk/client-lambda";
import { type TokenDigest, tokenDigestsAnswer } from "../../domain/access/token-digest.ts";
import { answerOf } from "./answer-of.ts";
import { type Remembering, rememberedAnswer } from "./remembered-answer.ts";

/** The Lambda that is asked may have to start, and to read the secret: all of it within the gateway's time. */
const askMs = 10_000;

/** The digests of the operators' tokens, as the one Lambda that may read the tokens tells them; remembered for half a minute, so that a rotation is felt soon. */
export function operatorDigests(
  client: Pick<LambdaClient, "send">,
  functionName: string,
  remembering: Pick<Remembering, "nowMs"> = {},
): (again?: "again") => Promise<readonly TokenDigest[]> {
  const read = rememberedAnswer(async () => {
    const request = { abortSignal: AbortSignal.timeout(askMs) };
    const { Payload, FunctionError } = await client.send(new InvokeCommand({ FunctionName: functionName }), request);
    if (FunctionError !== undefined) throw new Error(`the operators' digests were not told: ${FunctionError}`);
    return tokenDigestsAnswer.parse(JSON.parse(Payload?.transformToString() ?? "{}")).operators;
  }, remembering);
  return (again) => answerOf(read(again));
}
