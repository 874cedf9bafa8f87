import * as z from "zod";
import { emailAddress } from "../../functions/domain/core/mail.ts";
import { textLike } from "../stage/values.ts";

/** Where a stage's letters come from: an address of an identity that SES has verified, and the configuration set that its events go to, if any. */
export interface MailFrom {
  readonly address: string;
  readonly configurationSet: string | null;
}

const anAddress = "the address that letters come from, such as no-reply@mail.example.com";

/** An e-mail address alone, without a name beside it. */
export const mailAddress = z.string(anAddress).refine((text) => emailAddress(text) === text, anAddress);

/** The name of a configuration set of SES. */
export const configurationSetName = textLike(
  /^[A-Za-z0-9_-]{1,64}$/,
  "the name of a configuration set of SES: letters, digits, _ and -",
);
