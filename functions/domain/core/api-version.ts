/** A version of the interface: everything that is answered and sent looks as it did on its date. */
export interface ApiVersion {
  /** Its name, a date such as 2026-11-01. */
  readonly date: string;
  /** What it changed for those who call, a sentence of Markdown each, as the changelog shows it. */
  readonly changes: readonly string[];
}

/** Every version, the oldest first. A change that would break a caller is a new line; whatever only adds is none. */
export const apiVersions = [{ date: "2026-11-01", changes: ["The first version."] }] as const satisfies readonly [
  ApiVersion,
  ...ApiVersion[],
];

/** The version whose shapes the code has: what a new account is pinned to, and what events are written in. */
export const currentApiVersion: string = apiVersions[apiVersions.length - 1]?.date ?? apiVersions[0].date;
