/** Something a person can act on: its message is the one sentence they read before the sandbox ends. */
export class Trouble extends Error {}
