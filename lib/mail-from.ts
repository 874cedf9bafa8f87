import { emailAddress } from "../functions/domain/mail.ts";
import { StageRefused } from "./stage-refused.ts";

/** Where a stage's letters come from: an address of an identity that SES has verified, and the configuration set that its events go to, if any. */
export interface MailFrom {
  readonly address: string;
  readonly configurationSet: string | null;
}

/** Reads `-c mailFrom=... -c mailConfigurationSet=...`; null where letters are kept instead of sent. Refuses a sandbox that would send. */
export function readMailFrom(
  kind: "sandbox" | "prod" | "dev",
  from: string | null,
  configurationSet: string | null,
): MailFrom | null {
  if (from === null) {
    if (configurationSet !== null)
      throw new StageRefused("-c mailConfigurationSet needs an address to send from: -c mailFrom=...");
    return null;
  }
  if (kind === "sandbox") throw new StageRefused("The sandbox sends no e-mail: leave out -c mailFrom.");
  const address = emailAddress(from);
  if (address === undefined) throw new StageRefused(`-c mailFrom=${from} is not an e-mail address.`);
  if (configurationSet !== null && !/^[A-Za-z0-9_-]{1,64}$/.test(configurationSet))
    throw new StageRefused(`-c mailConfigurationSet=${configurationSet} is not the name of one.`);
  return { address, configurationSet };
}
