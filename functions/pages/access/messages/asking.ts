interface FieldWords {
  readonly label: string;
  readonly hint?: string;
  /** What is said of it when it is wrong, and when it is too long. */
  readonly wrong: string;
  readonly long: string;
}

/** What a form says by which anybody may ask for something. */
export interface AccessRequestMessages<F extends string> {
  readonly title: string;
  readonly lead: string;
  readonly fields: Readonly<Record<F, FieldWords>>;
  readonly submit: string;
  readonly privacy: string;
  readonly unknown: string;
  readonly thanks: {
    readonly title: string;
    readonly text: string;
    readonly next: string;
    readonly home: string;
  };
  readonly tooMany: { readonly title: string; readonly text: (minutes: number) => string };
}
