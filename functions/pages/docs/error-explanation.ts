/** Why a code comes, and what to do about it: Markdown for readers of the documentation. */
export interface ErrorExplanation {
  readonly cause: string;
  readonly remedy: string;
}
