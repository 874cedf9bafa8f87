import { errorText } from "../../app/core/error-text.ts";
import { type PlaygroundResult, tryScreen } from "../../app/screening/playground.ts";
import {
  type PlaygroundView,
  playgroundOperations,
  screeningFrontOperations,
} from "../../contract/screening/screening-front-pages.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { statusOf } from "../../http/problem.ts";
import { serve } from "../../http/route.ts";
import { clock, newId, store } from "../../wiring/core/context.ts";
import { log } from "../../wiring/core/log.ts";
import { peopleFrame } from "../../wiring/frames/public.ts";
import { listMemory } from "../../wiring/screening/lists.ts";
import { requiredLists } from "../../wiring/screening/required-lists.ts";
import { refusedForPeople } from "../kit/error-page.ts";
import { readingOf } from "../kit/front-page.ts";
import { type PlaygroundInput, playgroundPage, screeningFrontPage } from "./front-page.ts";
import type { PlaygroundProblem } from "./messages/screening.ts";

// The public page asks nobody outside: lists alone are looked at.
const exposures = {
  providers: [],
  failed: (what: string, error: unknown) => log.error("playground", { what, error: errorText(error) }),
};

const context = { store, clock, newId, lists: listMemory, requiredLists, exposures };

/** What is told of a screen to whoever has no key. */
function shown({ subject, verdict }: PlaygroundResult): PlaygroundView {
  const { entity_name: _, narrative: __, decisionHash: ___, programs: ____, flags, ...rest } = verdict;
  const categories = [...new Set(flags.events.map(({ category }) => category))];
  return { type: subject.type, value: subject.value, ...rest, categories };
}

const problems: readonly PlaygroundProblem[] = [
  "invalid_value",
  "unsupported_type",
  "rate_limited",
  "provider_unavailable",
];

/** A refusal as the page with the form shows it, what was typed still there; anything else is thrown on. */
function asShown(error: unknown): PlaygroundInput {
  const problem = error instanceof Refusal ? problems.find((each) => each === error.code) : undefined;
  if (problem === undefined || !(error instanceof Refusal)) throw error;
  const { retryAfterSeconds } = error.detail;
  return {
    ...{ problem, status: statusOf[error.code] },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

export const handler = serve(
  { ...playgroundOperations, ...screeningFrontOperations },
  peopleFrame({ refused: refusedForPeople }),
  {
    screenInPlayground: async ({ body, address }) => {
      const { type = "wallet", value } = body;
      return { body: shown(await tryScreen(context, { type, value }, address)) };
    },
    showScreening: async (call) => screeningFrontPage(readingOf(call)),
    showPlayground: async (call) => playgroundPage(readingOf(call)),
    sendPlayground: async (call) => {
      const { body: typed, address } = call;
      const reading = readingOf(call);
      const { value = "" } = typed;
      if (value.trim() === "") return playgroundPage(reading, { typed, problem: "empty", status: 400 });
      try {
        // Copied text often brings white space along; on a page nobody means it.
        const tried = await tryScreen(context, { type: undefined, value: value.trim() }, address);
        return playgroundPage(reading, { typed, found: shown(tried) });
      } catch (error) {
        return playgroundPage(reading, { typed, ...asShown(error) });
      }
    },
  },
);
