import { errorText } from "../../app/core/error-text.ts";
import type { WrongTry } from "../../app/core/wrong-tries.ts";
import { sourceOf } from "../../domain/core/client-network.ts";
import { Refusal, type RefusalCode } from "../../domain/core/refusal.ts";
import { addressOf } from "../read-request.ts";
import type { HttpMiddleware, RequestState } from "../request.ts";

/** What counts the wrong credentials of a source. */
export interface SourceLimits {
  readonly wrongTries?: { count(wrong: WrongTry): Promise<Refusal | undefined> };
  /** The local stage: the forwarder in front of it says where a request came from. */
  readonly behindForwarder?: boolean;
}

/** Whoever works on the machine that a local stage runs on, with all their programs. */
const thisMachine = ["127.0.0.1", "::1"];

/** Counts a wrong key, bearer or link against where it came from, and refuses it as one too many once there were fifty; right ones from there go on, and none at all counts nothing. */
export function wrongCredentials({ wrongTries, behindForwarder = false }: SourceLimits): HttpMiddleware {
  return {
    onError: async (request) => {
      const state: Partial<RequestState> = request.internal;
      const { event, op, requestId = "" } = state;
      if (!wrongTries || !event || !isWrong(request.error, state)) return;
      const address = addressOf(event, behindForwarder);
      if (address === "unknown" || (behindForwarder && thisMachine.includes(address))) return;
      try {
        const wrong = { source: sourceOf(address), requestId, ...(op && { action: op.id }) };
        request.error = (await wrongTries.count(wrong)) ?? request.error;
      } catch (error) {
        // What cannot be counted is refused all the same, as what it is.
        if (state.facts) state.facts.unavailable = errorText(error);
      }
    },
  };
}

const signatureCodes: readonly RefusalCode[] = ["invalid_signature", "stale_signature"];

/** Whether a refusal is of a credential: a key or bearer that lets nobody in, or a link's secret that leads nowhere. Who signs in is counted there. */
function isWrong(error: unknown, { op, principal, header }: Partial<RequestState>): boolean {
  if (!(error instanceof Refusal)) return false;
  if (op?.path.includes("{token}")) return error.code === "not_found";
  // Such a route of a vendor's says of a wrong token what it says of a wrong signature, which is not counted.
  if (op?.internalToken) return signatureCodes.includes(error.code) && header?.("authorization") !== undefined;
  return error.code === "invalid_api_key" && principal === undefined;
}
