import { Sha256 } from "@aws-crypto/sha256-js";
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { SignatureV4 } from "@smithy/signature-v4";
import { emulatedApiUrl, readEndpoints } from "../sandbox/endpoints.ts";
import { Trouble } from "../sandbox/trouble.ts";
import { clientSettings, type Product, readWhere, stackOutput, type Where } from "./where.ts";

/** A request to the operators' interface. */
export interface OperatorRequest {
  readonly method: "GET" | "POST";
  /** Below the interface's root, with its query. */
  readonly path: string;
  readonly body?: object;
}

/** Asks the operators' interface of a deployment; answers the status and the text of the reply. */
export type AskOperators = (request: OperatorRequest) => Promise<{ readonly status: number; readonly text: string }>;

/** The options that say which one, as `parseArgs` takes them. */
export const operatorApiOptions = {
  url: { type: "string" },
  stage: { type: "string" },
  endpoint: { type: "string" },
  state: { type: "string" },
} as const;

/** How a command explains them. */
export const operatorApiUsage = `  --stage NAME  a stage on AWS (sandbox): its operator API, signed with your usual credentials
  --endpoint URL
                an emulator's address, instead of AWS
  --url URL     an operators' interface, with the token in SLUICE_OPERATOR_TOKEN
  --state DIR   the sandbox whose state is in DIR
Nothing said is the sandbox that runs here.`;

type Named = { readonly [K in keyof typeof operatorApiOptions]?: string | undefined };

/** The operators' interface of a product that options name. */
export async function operatorApi(
  { url, stage, endpoint, state }: Named,
  product: Product = "rails",
): Promise<AskOperators> {
  if ([url, stage ?? endpoint, state].filter((each) => each !== undefined).length > 1)
    throw new Trouble("Say --stage, with or without --endpoint, or --url, or --state, one of them.");
  if (stage !== undefined || endpoint !== undefined) return signed(readWhere({ stage, endpoint }), product);
  const own = process.env.SLUICE_OPERATOR_TOKEN?.trim();
  if (own && !/^[\x21-\x7e]+$/.test(own))
    throw new Trouble("SLUICE_OPERATOR_TOKEN is no token: it has characters that none has.");
  if (url !== undefined) {
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) throw new Trouble(`--url ${url} is not an http address.`);
    if (!own) throw new Trouble("Set SLUICE_OPERATOR_TOKEN to your token for the interface that --url names.");
    return byToken(url, own);
  }
  const { apiUrl, kytUrl, internalToken } = readEndpoints(state ?? ".sandbox");
  return byToken(product === "screening" ? kytUrl : apiUrl, own || internalToken);
}

function byToken(url: string, token: string): AskOperators {
  return (request) => send(url, request, async (headers) => ({ ...headers, authorization: `Bearer ${token}` }));
}

/** Where a deployment's operator API answers: an emulator answers for no host of AWS's. */
async function operatorApiUrl(where: Where, product: Product): Promise<string> {
  if (where.endpoint === null) return stackOutput(where, "OperatorApiUrl", product);
  return emulatedApiUrl(where.endpoint, await stackOutput(where, "OperatorApiId", product));
}

/** The operator API of a stage, which lets in whom IAM lets in. */
async function signed(where: Where, product: Product): Promise<AskOperators> {
  const url = await operatorApiUrl(where, product);
  const { credentials, region } = new CloudFormationClient(clientSettings(where)).config;
  const signer = new SignatureV4({ service: "execute-api", region, credentials, sha256: Sha256 });
  return (request) =>
    send(url, request, async (headers, at, body) => {
      const { hostname, pathname: path, searchParams } = at;
      const query = Object.fromEntries(searchParams);
      const plain = { method: request.method, protocol: at.protocol, hostname, path, query };
      const answer = await signer.sign({ ...plain, headers: { ...headers, host: at.host }, body });
      return answer.headers;
    });
}

async function send(
  url: string,
  { method, path, body }: OperatorRequest,
  authorized: (headers: Record<string, string>, at: URL, body: string) => Promise<Record<string, string>>,
): ReturnType<AskOperators> {
  const at = new URL(`${url.replace(/\/$/, "")}${path}`);
  const text = body === undefined ? "" : JSON.stringify(body);
  const headers = await authorized(body === undefined ? {} : { "content-type": "application/json" }, at, text);
  const answer = await fetch(at, { method, headers, ...(body !== undefined && { body: text }) }).catch((error) => {
    throw new Trouble(`${at.origin} does not answer: ${reasonOf(error)}.`);
  });
  return { status: answer.status, text: await answer.text() };
}

/** Why a request failed: what `fetch` says of it is only that it did. */
function reasonOf(error: { readonly message?: string; readonly cause?: { code?: string; message?: string } }): string {
  return error.cause?.code ?? error.cause?.message ?? error.message ?? "it is not known why";
}
