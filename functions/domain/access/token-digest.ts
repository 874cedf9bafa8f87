import * as z from "zod";

/** An operator's token as all but one of our Lambdas know it: whose it is, and its SHA-256. A token is 256 random bits, so its digest opens nothing and tells nothing. */
const tokenDigest = z.object({ name: z.string(), sha256: z.string() });

export type TokenDigest = z.infer<typeof tokenDigest>;

/** What the Lambda that knows the operators' tokens says of them. */
export const tokenDigestsAnswer = z.object({ operators: z.array(tokenDigest) });

export type TokenDigestsAnswer = z.infer<typeof tokenDigestsAnswer>;
