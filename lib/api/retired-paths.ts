/**
 * Paths that the last release served and this one does not, in the contract's form, by product. Their resources stay for
 * one release and lead to the catch-all, which answers 404: CloudFormation deletes a method only after the gateway's
 * deployment was taken, so a path that vanishes at once stays live until the deployment after.
 */
export const retiredPaths: Readonly<Record<"rails" | "screening", readonly string[]>> = { rails: [], screening: [] };
