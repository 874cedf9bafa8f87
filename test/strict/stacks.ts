import { CloudFormationClient, paginateListStacks } from "@aws-sdk/client-cloudformation";
import type { Endpoints } from "../support/runner/sandbox.ts";

/** Holds that every stack of ours, nested ones too, has such a status; null: there is none left. */
export async function expectStacks(
  { awsEndpoint, region }: Pick<Endpoints, "awsEndpoint" | "region">,
  status: RegExp | null,
): Promise<void> {
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const client = new CloudFormationClient({ endpoint: awsEndpoint, region, credentials });
  const seen: string[] = [];
  for await (const { StackSummaries = [] } of paginateListStacks({ client }, {})) {
    for (const { StackName = "", StackStatus = "" } of StackSummaries) {
      if (!StackName.startsWith("sluice-") || StackStatus === "DELETE_COMPLETE") continue;
      // A nested stack that nothing changed keeps the status it had.
      const expected = isNested(StackName) && status !== null ? /^(CREATE|UPDATE)_COMPLETE$/ : status;
      seen.push(StackName);
      if (!expected?.test(StackStatus)) throw new Error(`The stack ${StackName} is ${StackStatus}.`);
    }
  }
  if (status !== null && seen.length < 2) throw new Error(`Two stacks were expected, not ${seen.length}.`);
}

function isNested(name: string): boolean {
  return !/-(rails|screening)$/.test(name);
}
