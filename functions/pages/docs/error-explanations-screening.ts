import type { RefusalCode } from "../../domain/core/refusal.ts";
import type { ErrorExplanation } from "./error-explanation.ts";

/** Refusals of the screening interface alone. */
export const screeningErrors = {
  invalid_request: {
    cause: "The body lacks a field, has one that is unknown, or one of the wrong kind. `fields` names each.",
    remedy: "Send `type` and `value`, and `chain` where you know it. A batch has 1 to 100 items.",
  },
  invalid_value: {
    cause:
      "The value cannot be an address or a transaction of any kind: it is empty, too long, has white space or characters that cannot be seen or are no ASCII, or it is the one where the other was announced.",
    remedy: "Copy it again, without what surrounds it, and check `type`. Nothing was counted.",
  },
  unsupported_type: {
    cause: "`type` is neither `wallet` nor `transaction` (or `transactions`, which is the same).",
    remedy: "Send one of the two.",
  },
  unsupported_chain: {
    cause: "`chain` is none that is known here.",
    remedy: "Use a name from the API reference, or leave it out: it is found by the checksum.",
  },
  chain_mismatch: {
    cause: "The address cannot be one of the chain that you named. `candidates` has those that it could be of.",
    remedy: "Ask whoever gave you the address. Money sent to the wrong chain is mostly lost.",
  },
  screening_not_found: {
    cause: "No screening has this id, or it is another account's.",
    remedy: "Check the id and whose key you use.",
  },
  plan_limit_reached: {
    cause: "The month's screenings of your plan are used up.",
    remedy: "Wait for `X-Usage-Reset`, or ask for a larger plan. Until then treat addresses as not screened.",
  },
  key_limit_reached: {
    cause: "The account has as many keys as its plan allows.",
    remedy: "Revoke one that is no longer used, or ask for a larger plan.",
  },
  monitor_limit_reached: {
    cause: "The account watches as many addresses as its plan allows: `limit` says how many.",
    remedy: "Delete monitors that you no longer need, or ask for a larger plan. Nothing was counted.",
  },
  plan_required: {
    cause: "Your plan does not have this.",
    remedy: "Ask for the plan that does: monitors come with Pro.",
  },
  provider_unavailable: {
    cause:
      "No list is ready to be looked at, or one is too old: `GET /health` says which. In a batch: the providers were too slow for all of its items.",
    remedy: "Repeat after `Retry-After`. Do not take this for a pass: nobody has looked.",
  },
  own_entry_decided: {
    cause: "Somebody has agreed to this entry, or turned it down, before.",
    remedy: "Look at it as it is now.",
  },
  own_entry_exists: {
    cause: "An entry of this kind is in force for the value, in this or another way of writing it.",
    remedy: "Let that one be, or withdraw it first.",
  },
} as const satisfies { readonly [C in RefusalCode]?: ErrorExplanation };
