import { type ExposureAnswer, exposureAnswer } from "../../domain/screening/exposure.ts";
import type { ScreenSubject } from "../../domain/screening/screen.ts";
import { within } from "../core/timeout.ts";
import type { ExposureProvider } from "./ports.ts";

/** The providers that a stage has switched on, and who is told when one gives no answer. */
export interface Exposures {
  readonly providers: readonly ExposureProvider[];
  readonly failed: (provider: string, error: unknown) => void;
}

/** What every provider that covers the subject says of it: all are asked at once, each for as long as it is worth, and one without a believable answer is an `error`. */
export function askExposures(
  { providers, failed }: Exposures,
  subject: ScreenSubject,
  key: string,
): Promise<readonly ExposureAnswer[]> {
  const covering = providers.filter((provider) => provider.covers(subject));
  return Promise.all(
    covering.map(async (provider) => {
      try {
        return await believed(provider, () => provider.ask(subject, key));
      } catch (error) {
        failed(provider.name, error);
        return noAnswer(provider.name);
      }
    }),
  );
}

/** The answers with those that were pending as they are now. One whose provider cannot be asked just then stays pending; one of a provider that is switched off will never come. */
export function retryExposures(
  { providers, failed }: Exposures,
  subject: ScreenSubject,
  answers: readonly ExposureAnswer[],
): Promise<readonly ExposureAnswer[]> {
  return Promise.all(
    answers.map(async (answer) => {
      const { status, ref } = answer;
      if (status !== "pending") return answer;
      const provider = providers.find(({ name }) => name === answer.provider);
      if (!provider || ref === null) return noAnswer(answer.provider);
      try {
        return await believed(provider, () => provider.askAgain(subject, ref));
      } catch (error) {
        failed(provider.name, error);
        return answer;
      }
    }),
  );
}

/** An answer in time that is the provider's own and, where it is to come later, says under which reference. */
async function believed(
  { name, timeoutSeconds }: ExposureProvider,
  ask: () => Promise<ExposureAnswer>,
): Promise<ExposureAnswer> {
  const answer = exposureAnswer.parse(await within(timeoutSeconds, ask()));
  if (answer.provider !== name) throw new Error(`${name} answered as ${answer.provider}`);
  if (answer.status === "pending" && answer.ref === null) throw new Error(`${name} is pending without a ref`);
  return answer.status === "complete" ? answer : { ...answer, findings: [] };
}

function noAnswer(provider: string): ExposureAnswer {
  return { provider, status: "error", ref: null, findings: [], score: null };
}
