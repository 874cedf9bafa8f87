/** The part of the Amazon States Language that our machines use. */
export interface Definition {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, State>>;
}

interface Retrier {
  readonly ErrorEquals: readonly string[];
  readonly IntervalSeconds: number;
  readonly MaxAttempts: number;
  readonly BackoffRate: number;
}

interface Catcher {
  readonly ErrorEquals: readonly string[];
  readonly ResultPath: string | null;
  readonly Next: string;
}

export type Rule = { readonly Next?: string } & (
  | { readonly And: readonly Rule[] }
  | { readonly Or: readonly Rule[] }
  | { readonly Variable: string; readonly IsPresent: boolean }
  | { readonly Variable: string; readonly StringEquals: string }
);

export type State =
  | { readonly Type: "Succeed" }
  | { readonly Type: "Wait"; readonly Seconds: number; readonly Next: string }
  | { readonly Type: "Choice"; readonly Choices: readonly Rule[]; readonly Default: string }
  | {
      readonly Type: "Task";
      readonly Resource: string;
      readonly Parameters: { readonly FunctionName: string; readonly Payload: unknown };
      readonly ResultSelector?: unknown;
      readonly ResultPath?: string | null;
      readonly TimeoutSeconds?: number;
      readonly Retry?: readonly Retrier[];
      readonly Catch?: readonly Catcher[];
      readonly Next: string;
    };

/** A path that leads nowhere: it ends the whole execution, and no Catch hears of it (States.Runtime). */
export class RuntimeFailure extends Error {}

function lookUp(path: string, scope: unknown): unknown {
  let found = scope;
  for (const name of path.split(".").slice(1)) {
    found = typeof found === "object" && found !== null ? (found as Record<string, unknown>)[name] : undefined;
    if (found === undefined) return undefined;
  }
  return found;
}

/** Fills a template's `.$` fields from the input, or from the context object where the path begins with `$$`. */
export function fillTemplate(template: unknown, input: unknown, context: unknown): unknown {
  if (Array.isArray(template)) return template.map((each) => fillTemplate(each, input, context));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([name, value]) => {
      if (!name.endsWith(".$")) return [name, fillTemplate(value, input, context)];
      const path = String(value);
      const found = path.startsWith("$$") ? lookUp(path, context) : lookUp(path, input);
      if (found === undefined) throw new RuntimeFailure(`${path} could not be found in the input`);
      return [name.slice(0, -2), found];
    }),
  );
}

/** The input with a result put at a path; null throws the result away. */
export function placeResult(input: unknown, path: string | null | undefined, result: unknown): unknown {
  if (path === null) return input;
  if (path === undefined || path === "$") return result;
  const [name, ...deeper] = path.split(".").slice(1);
  if (name === undefined || deeper.length > 0) throw new Error(`no support for the result path ${path}`);
  return { ...(input as object), [name]: result };
}

/** Whether a choice rule holds; a comparison of something that is missing ends the execution, as on AWS. */
export function ruleHolds(rule: Rule, input: unknown): boolean {
  if ("And" in rule) return rule.And.every((each) => ruleHolds(each, input));
  if ("Or" in rule) return rule.Or.some((each) => ruleHolds(each, input));
  const found = lookUp(rule.Variable, input);
  if ("IsPresent" in rule) return (found !== undefined) === rule.IsPresent;
  if (found === undefined) throw new RuntimeFailure(`${rule.Variable} could not be found in the input`);
  return found === rule.StringEquals;
}

function matches(errors: readonly string[], error: string): boolean {
  return errors.includes(error) || errors.includes("States.ALL");
}

/** Where an execution goes after an error: the same task again after a wait, a catcher's state, or nowhere. */
export function afterError(
  state: Extract<State, { Type: "Task" }>,
  error: string,
  cause: string,
  retried: number[],
  input: unknown,
): { retryInSeconds: number } | { next: string; data: unknown } | undefined {
  const at = (state.Retry ?? []).findIndex(({ ErrorEquals }) => matches(ErrorEquals, error));
  const retrier = state.Retry?.[at];
  const used = retried[at] ?? 0;
  if (retrier && used < retrier.MaxAttempts) {
    retried[at] = used + 1;
    return { retryInSeconds: retrier.IntervalSeconds * retrier.BackoffRate ** used };
  }
  const catcher = state.Catch?.find(({ ErrorEquals }) => matches(ErrorEquals, error));
  if (!catcher) return undefined;
  return { next: catcher.Next, data: placeResult(input, catcher.ResultPath, { Error: error, Cause: cause }) };
}
