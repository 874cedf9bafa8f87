import { addSeconds } from "../../domain/core/time.ts";
import type { Clock } from "../core/ports.ts";
import type { ScreenedBy, ScreeningHealth } from "../gate/ports.ts";

/** How screening is, as this service tells it: `unreachable` where the provider does not say, and then with the lists that it named last. */
export interface HealthReport {
  readonly status: "ok" | "degraded" | "unreachable";
  readonly lists: ScreenedBy[];
}

/** So many seconds an answer counts, and none at all, so that whoever asks us often does not ask the provider so. */
const rememberSeconds = { answer: 30, silence: 5 };

/** Asks the provider how it is; what it said last is remembered for a while. */
export function screeningHealth(
  provider: { health(): Promise<ScreeningHealth> },
  clock: Clock,
): () => Promise<HealthReport> {
  let response: HealthReport = { status: "unreachable", lists: [] };
  let askAt = "";
  return async () => {
    const now = clock.now();
    if (now < askAt) return response;
    askAt = addSeconds(now, rememberSeconds.silence);
    try {
      response = await provider.health();
      askAt = addSeconds(now, rememberSeconds.answer);
    } catch {
      response = { ...response, status: "unreachable" };
    }
    return response;
  };
}
