import type { Passkey } from "../../domain/access/passkey.ts";

/** A passkey that was just made, without the name that its owner gives it. */
export type NewPasskey = Omit<Passkey, "name" | "createdAt" | "lastUsedAt">;

/** Judges what an authenticator answered. It knows the console's origin and host, and takes no answer in which the person was not verified. */
export interface PasskeyJudge {
  /** The counter after a right answer of this passkey to this challenge; undefined for any other. */
  assertion(answer: string, challenge: string, key: Passkey): Promise<number | undefined>;
  /** The passkey that was made for this challenge; undefined for any other answer. */
  creation(answer: string, challenge: string): Promise<NewPasskey | undefined>;
}
