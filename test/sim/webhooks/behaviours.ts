import type { Behaviour, Reaction } from "../../support/world/receivers.ts";

/** The courier's deadline over one post. */
const deadlineMs = 15_000;

function says(status: number, excerpt = "", tookMs = 0): Reaction {
  return { status, tookMs, excerpt };
}

/** No answer, as the courier tells it (test/handlers/webhooks/courier.test.ts shows that it does). */
function silent(excerpt: string, tookMs = 0): Reaction {
  return { status: null, tookMs, excerpt };
}

const noise = "\u0000\u001b[31m<script>\ud800 \u202e{{7*7}}\r\nSet-Cookie: a=b";

/** The ways of receivers, good and bad. */
export const behaviours = {
  "takes it": () => says(200),
  "takes it with an endless body": () => says(200, "x".repeat(1024)),
  "takes it and drips its body": () => says(200, "....", deadlineMs),
  "fails once": failsFirst(1),
  "fails three times": failsFirst(3),
  "fails five times": failsFirst(5),
  "answers 500": () => says(500, "oops"),
  redirects: () => ({ ...says(302), location: "https://elsewhere.example.test/" }),
  "times out": () => silent("no answer in time", deadlineMs),
  "drips its head": () => silent("no answer in time", deadlineMs),
  "has an endless head": () => silent("Parse Error: Header overflow"),
  resets: () => silent("read ECONNRESET"),
  "answers garbage": () => silent(`Parse Error: Expected HTTP/ ${noise}`),
  "echoes what it got": (_, { headers, body }) =>
    says(400, `${headers["x-service-signature"]} ${noise} ${body}`.slice(0, 1024)),
  "is gone": () => says(410),
} satisfies Record<string, Behaviour>;

export type BehaviourName = keyof typeof behaviours;

export const behaviourNames = Object.keys(behaviours) as BehaviourName[];

/** Fails `times` times, now with a status, now with silence, then takes it. */
function failsFirst(times: number): Behaviour {
  return (nth) => (nth > times ? says(200) : nth % 2 === 0 ? silent("read ECONNRESET") : says(503));
}

/** Answers 500 before a delivery's n-th post, and has its own way from then on. */
export function fromPost(nth: number, behaviour: Behaviour): Behaviour {
  return (count, asked) => (count < nth ? says(500) : behaviour(count - nth + 1, asked));
}
