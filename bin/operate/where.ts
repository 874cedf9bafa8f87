import {
  CloudFormationClient,
  DescribeStacksCommand,
  ListStackResourcesCommand,
  type StackResourceSummary,
} from "@aws-sdk/client-cloudformation";
import { localAws } from "../sandbox/deploy.ts";
import { readEndpoints } from "../sandbox/endpoints.ts";
import { Trouble } from "../sandbox/trouble.ts";

/** Which deployment a command works on; `endpoint` is an emulator's, null is AWS. */
export interface Where {
  readonly stage: string;
  readonly endpoint: string | null;
}

/** The options that say so, as `parseArgs` takes them. */
export const whereOptions = {
  stage: { type: "string" },
  endpoint: { type: "string" },
  local: { type: "boolean" },
  state: { type: "string" },
} as const;

/** How a command explains them. */
export const whereUsage = `  --local          the sandbox that runs here; --state DIR where its state is not in .sandbox
  --stage NAME     a stage on AWS (sandbox), with your usual credentials
  --endpoint URL   an emulator's address, instead of AWS`;

/** The deployment that options name. */
export function readWhere(answer: {
  stage?: string | undefined;
  endpoint?: string | undefined;
  local?: boolean | undefined;
  state?: string | undefined;
}): Where {
  const { stage = "sandbox", endpoint = null, local = false, state } = answer;
  if (local && (endpoint !== null || answer.stage !== undefined))
    throw new Trouble("Say --local, or --stage with or without --endpoint.");
  if (local || state !== undefined)
    return { stage: "sandbox", endpoint: readEndpoints(state ?? ".sandbox").awsEndpoint };
  if (endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ""))
    throw new Trouble(`--endpoint ${endpoint} is not an http address.`);
  return { stage, endpoint };
}

/** Settings of an AWS client. An emulator takes any credentials; AWS has its own. */
export function clientSettings({ endpoint }: Where) {
  return endpoint === null ? {} : { endpoint, region: localAws.region, credentials: localAws };
}

export type Product = "rails" | "screening";

/** What a deployed stack says of itself: the output with this name. */
export async function stackOutput(where: Where, name: string, product: Product = "rails"): Promise<string> {
  const StackName = stackName(where, product);
  const input = new DescribeStacksCommand({ StackName });
  const reply = await ask(StackName, () => new CloudFormationClient(clientSettings(where)).send(input));
  const found = reply.Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
  if (found === undefined) throw new Trouble(`Stack ${StackName} has no output ${name}.`);
  return found;
}

/** A resource of a stack: its logical id in the template, and what AWS calls it. */
export interface StackResource {
  readonly logicalId: string;
  readonly physicalId: string;
}

/** The resources of this type in a stack itself: another stage's are never among them, whatever its name begins with. */
export async function stackResources(
  where: Where,
  type: string,
  product: Product = "rails",
): Promise<readonly StackResource[]> {
  const StackName = stackName(where, product);
  const client = new CloudFormationClient(clientSettings(where));
  const found: StackResourceSummary[] = [];
  let NextToken: string | undefined;
  do {
    const input = new ListStackResourcesCommand({ StackName, ...(NextToken && { NextToken }) });
    const reply = await ask(StackName, () => client.send(input));
    found.push(...(reply.StackResourceSummaries ?? []));
    NextToken = reply.NextToken;
  } while (NextToken);
  return found
    .filter(({ ResourceType }) => ResourceType === type)
    .map(({ LogicalResourceId = "", PhysicalResourceId = "" }) => ({
      ...{ logicalId: LogicalResourceId, physicalId: PhysicalResourceId },
    }));
}

function stackName({ stage }: Where, product: Product): string {
  return `sluice-${stage}-${product}`;
}

async function ask<Reply>(stack: string, send: () => Promise<Reply>): Promise<Reply> {
  try {
    return await send();
  } catch (error) {
    throw new Trouble(`Stack ${stack} could not be asked: ${error instanceof Error ? error.message : error}.`);
  }
}
