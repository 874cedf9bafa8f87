import { linkPlaces } from "../http/link-places.ts";
import { type ApiLambda, apiSeconds, type Grant, type Operation, takesCredential } from "../http/operation.ts";
import { cursorPlace } from "../http/schemas.ts";

/** A noun's part of an interface: its operations and the Lambdas that serve them. No handler imports it, so that a Lambda bundles no schema but its own. */
export interface Contract {
  /** What programs call, which the documents describe. */
  readonly operations?: Readonly<Record<string, Operation>>;
  /** Pages and forms for people, which no document for programs describes. */
  readonly pages?: Readonly<Record<string, Operation>>;
  /** The Lambdas behind the gateway, by their names. */
  readonly lambdas: Readonly<Record<string, ApiLambda>>;
}

/** To make webhook deliveries and have them sent. */
export const deliveryGrants = ["deliveries:read", "deliveries:write", "webhook-queue:send"] as const satisfies Grant[];

/** To start both state machines and to answer what waits in them. */
export const machineGrants = [
  "settlement-machine:start",
  "settlement-machine:answer",
  "escrow-machine:start",
  "escrow-machine:answer",
] as const satisfies Grant[];

/** To call a rail or a conversion vendor: the mock's own table, or the vendors' keys. */
export const vendorGrants = ["mock-rail:read", "mock-rail:write", "vendor-secrets:read"] as const satisfies Grant[];

/** What tenants' routes need: the rate limiter writes on every one of them. */
export const tenantGrants = ["book:read", "book:write"] as const satisfies Grant[];

/** What tenants' routes need that change nothing: the rate limiter counts them. */
export const tenantReadGrants = ["book:read", "request-counts:write"] as const satisfies Grant[];

/** To open what applicants said, and to write it sealed. */
export const applicantKeyGrants = ["applicant-keys:open", "applicant-keys:make"] as const satisfies Grant[];

/** To read and erase what applicants and those who ask for access said. */
export const erasureGrants = [
  ...applicantKeyGrants,
  "requester-keys:open",
  "requester-keys:make",
  "subject-keys:erase",
  "applicant-files:erase",
  // What is in clear of a payer in the packets of disputes, and what was brought for cases long ago.
  "evidence:erase",
] as const satisfies Grant[];

/** To answer people's requests: the same, and to open who paid, but no account's numbers. */
export const privacyGrants = [...erasureGrants, "payer-keys:open"] as const satisfies Grant[];

/** To open what payers said and typed, and what the last release sealed of that. */
export const payerGrants = ["payer-account:decrypt", "account-keys:open", "payer-keys:open"] as const satisfies Grant[];

/** The only Lambda of a product that reads the operators' tokens: the others ask it for their digests. No request reaches it. */
export const operatorDigestsLambda = eventLambda("operator-digests", ["operator-tokens:read"], 10);

/** What the ways into a console need: to begin a session, and to count who fails to. */
export const wayInGrants = ["book:read", "sign-ins:write", "operator-digests:ask"] as const satisfies Grant[];

/** What operators' routes need that change something. */
export const operatorGrants = ["book:read", "book:write", "operator-digests:ask"] as const satisfies Grant[];

/** Memory of a Lambda that nobody waits for: it waits for tables and banks most of its time, and is paid for each MB of it. */
export const backgroundMb = 256;

/** A Lambda behind the gateway, by the path of its handler below `functions`, without the extension. */
export function apiLambda(entry: string, grants: readonly Grant[], memoryMb = 512): ApiLambda {
  return { entry: `functions/${entry}.ts`, grants, timeoutSeconds: apiSeconds, memoryMb };
}

/** A task of a state machine, by its machine's file in `functions/steps` and the task's name in kebab case, which its export has in camel case. */
export function machineStep(path: `${string}/${string}`, grants: readonly Grant[] = []): ApiLambda {
  const [machine, task = ""] = path.split("/");
  return {
    entry: `functions/steps/${machine}.ts`,
    exportName: task.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    grants: ["book:read", "book:write", ...grants],
    timeoutSeconds: 30,
    memoryMb: backgroundMb,
  };
}

/** A Lambda that no request reaches, by the name of its handler in `functions/events`. */
export function eventLambda(name: string, grants: readonly Grant[], timeoutSeconds: number, memoryMb = 512): ApiLambda {
  return { entry: `functions/events/${name}.ts`, grants, timeoutSeconds, memoryMb };
}

/** What programs call, in the order of the contracts. */
export function operationsOf(contracts: readonly Contract[]): Operation[] {
  return contracts.flatMap(({ operations = {} }) => Object.values(operations));
}

/** The pages and forms for people. */
export function pagesOf(contracts: readonly Contract[]): Operation[] {
  return contracts.flatMap(({ pages = {} }) => Object.values(pages));
}

/** The Lambdas behind the gateway, by their names; those that answer in pages may read what cursors are sealed by, those that answer with links what their tokens are made by, and those that take a credential may count wrong ones. */
export function lambdasOf(contracts: readonly Contract[]): Record<string, ApiLambda> {
  const served = [...operationsOf(contracts), ...pagesOf(contracts)];
  const paged = new Set(served.filter(cursorPlace).map(({ lambda }) => lambda));
  const linked = new Set(served.filter(({ reply }) => linkPlaces(reply.schema).length > 0).map(({ lambda }) => lambda));
  const guarded = new Set(served.filter(takesCredential).map(({ lambda }) => lambda));
  const named = contracts.flatMap(({ lambdas }) => Object.entries(lambdas));
  return Object.fromEntries(
    named.map(([name, made]) => {
      const keys: Grant[] = [
        ...(paged.has(name) ? (["cursor-keys:read"] as const) : []),
        ...(linked.has(name) ? (["link-keys:read"] as const) : []),
        ...(guarded.has(name) && !made.grants.includes("book:write") ? (["wrong-tries:write"] as const) : []),
      ];
      return [name, { ...made, grants: [...made.grants, ...keys] }];
    }),
  );
}
