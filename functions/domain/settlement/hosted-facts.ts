import * as z from "zod";
import { locales } from "../core/mail.ts";

/** From where and by which words a payer paid on the invoice's own page; Nacha asks originators of WEB debits to keep the authorization for two years. */
export const hostedFacts = z.object({
  at: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  locale: z.enum(locales),
  /** What the payer agreed to, word for word; null where nothing is pulled. */
  authorization: z.string().nullable(),
});

export type HostedFacts = z.infer<typeof hostedFacts>;
