/** A step of the application: its short name, its heading, what it is about, and what is said once it is saved. */
export interface Step {
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  readonly saved: string;
}

export interface Choice {
  readonly label: string;
  readonly hint?: string;
}

export interface Described {
  readonly title: string;
  readonly hint: string;
}
