/** What the services themselves write into our logs: a Lambda's runtime what goes wrong, a machine the executions that fail. The rest of a settlement's way is in the Lambdas' own lines, by `correlationId` (docs/aws.md). Nothing is traced by X-Ray, which would cost more than all logs together. */
export const serviceLogLevels: { readonly lambda: "INFO" | "WARN"; readonly machine: "ALL" | "ERROR" } = {
  ...{ lambda: "WARN", machine: "ERROR" },
};

/** The least that a Lambda's own lines are kept of. */
export const lineLevel = "INFO";
