import * as z from "zod";
import { certificateArn, host } from "../stage/values.ts";

/** A host and the certificate that covers it, of the stage's own region. */
export interface BrandDomain {
  readonly host: string;
  readonly certificateArn: string;
}

/** How a stage file names a host with its certificate. */
export const brandDomain: z.ZodType<BrandDomain, BrandDomain> = z.strictObject(
  { host, certificateArn },
  "{ host, certificateArn }",
);
