interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

/** The media ranges of an Accept header (RFC 9110, 12.5.1); one whose quality cannot be read counts as not named. */
function rangesOf(accept: string): MediaRange[] {
  return accept.split(",").flatMap((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const [, weight = "1"] = parameters.map((each) => /^q=(.*)$/.exec(each)).find((each) => each !== null) ?? [];
    return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? [{ type, quality: Number(weight) }] : [];
  });
}

const problemType = "application/problem+json";

/**
 * Whether a refusal is to be a problem of RFC 9457: Accept names its type, and prefers plain JSON to it nowhere. A
 * range with a star asks for nothing of its own, so that who takes everything gets the body that everybody gets.
 */
export function prefersProblem(accept: string | undefined): boolean {
  const ranges = rangesOf(accept ?? "");
  const qualityOf = (...types: readonly string[]) => {
    const found = types.map((type) => ranges.find((range) => range.type === type)).find((range) => range !== undefined);
    return found?.quality ?? 0;
  };
  const asked = qualityOf(problemType);
  return asked > 0 && asked >= qualityOf("application/json", "application/*", "*/*");
}
