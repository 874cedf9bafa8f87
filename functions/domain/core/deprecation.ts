/** When something was said to go, and until when it is served; both dates. */
export interface DeprecationTerms {
  readonly since: string;
  readonly sunset: string;
}

/** How long what has gone out of use is served, in months. */
const servedMonths = 12;

/** The terms of what went out of use on a date: it is served for twelve months more. */
export function deprecatedSince(since: string): DeprecationTerms {
  const end = new Date(`${since}T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + servedMonths);
  return { since, sunset: end.toISOString().slice(0, 10) };
}

/** Of several terms, the ones that end first; undefined where there are none. */
export function earliestSunset(terms: readonly DeprecationTerms[]): DeprecationTerms | undefined {
  return terms.toSorted((one, other) => (one.sunset < other.sunset ? -1 : 1))[0];
}
