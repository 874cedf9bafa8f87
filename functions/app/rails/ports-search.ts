/** What a rail's adapter throws where its list is too long for one look: nothing up to `searchedTo` is what it looked for, and the next look goes on from there (`searchFrom`). */
export class UnfinishedSearch extends Error {
  override name = "UnfinishedSearch";
  readonly searchedTo: string;

  constructor(searchedTo: string) {
    super("the rail's list is too long for one look; the next goes on where this one stopped");
    this.searchedTo = searchedTo;
  }
}

/** The answer of a look at a rail. Where that is not at its end, `record` says how far it came, and the error goes on. */
export async function recordSearch<T>(look: Promise<T>, record: (searchedTo: string) => Promise<unknown>): Promise<T> {
  try {
    return await look;
  } catch (error) {
    if (error instanceof UnfinishedSearch) await record(error.searchedTo);
    throw error;
  }
}

/** How far a search came that did not reach its end; undefined where something else went wrong. */
export function searchedToOf(error: unknown): string | undefined {
  return error instanceof UnfinishedSearch ? error.searchedTo : undefined;
}
