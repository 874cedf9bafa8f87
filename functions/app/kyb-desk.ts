import type { Desk } from "./desk.ts";
import type { SecretBox } from "./ports.ts";
import type { Gate } from "./screen-wallet.ts";

/** What the wizard's steps are saved with; secrets are sealed and never opened here. */
export interface WizardDesk extends Desk, Gate {
  readonly secrets: Pick<SecretBox, "seal">;
}
