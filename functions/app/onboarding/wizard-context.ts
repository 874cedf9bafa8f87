import type { Context } from "../core/context.ts";
import type { SecretBox } from "../core/ports.ts";
import type { Gate } from "../gate/screen-wallet.ts";

/** What the wizard's steps are saved with; secrets are sealed and never opened here. */
export interface WizardContext extends Context, Gate {
  readonly secrets: Pick<SecretBox, "seal">;
}
