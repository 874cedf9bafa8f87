import { createRequire } from "node:module";
import { join } from "node:path";
import { type Payment, pay } from "./payment.ts";
import type { Endpoint, Item, PaymentRequest, PeerClaims } from "./world.ts";

const installed = join(import.meta.dirname, "..", "..", "..", ".sandbox", "peer", "package.json");

interface Config {
  registerLambdaContext(context: { getRemainingTimeInMillis(): number }): void;
}

/** As much of the peer's packages as is used here; they are installed apart and have no types in this project. */
interface Powertools {
  readonly IdempotencyConfig: new (options: object) => Config;
  readonly makeIdempotent: (
    run: (request: PaymentRequest) => Promise<Payment>,
    options: { readonly persistenceStore: object; readonly config: Config },
  ) => (request: PaymentRequest) => Promise<Payment>;
}

interface Input {
  readonly Key?: Item;
  readonly Item?: Item;
  readonly ExpressionAttributeValues?: Item;
}

type Client = new (options: object) => { send(command: { input: Input }): Promise<object> };
type Refused = new (facts: object) => Error;

/** How long a Lambda behind the gateway has at its start. */
const lambdaMs = 28_000;

const load = createRequire(installed);
const { IdempotencyConfig, makeIdempotent } = load("@aws-lambda-powertools/idempotency") as Powertools;
const { DynamoDBPersistenceLayer } = load("@aws-lambda-powertools/idempotency/dynamodb") as {
  DynamoDBPersistenceLayer: new (options: object) => object;
};
const { DynamoDBClient, ConditionalCheckFailedException } = load("@aws-sdk/client-dynamodb") as {
  DynamoDBClient: Client;
  ConditionalCheckFailedException: Refused;
};

function mayTakeOver(old: Item | undefined, values: Item): boolean {
  if (!old) return true;
  const number = (item: Item, name: string) => Number(item[name]?.N);
  if (number(old, "expiration") < number(values, ":now")) return true;
  return old.status?.S === "INPROGRESS" && number(old, "in_progress_expiration") < number(values, ":now_in_millis");
}

/** What DynamoDB does with the four commands that the persistence layer sends. */
function effectOf(claims: PeerClaims, name: string, { Key, Item, ExpressionAttributeValues: values = {} }: Input) {
  const id = (Key ?? Item)?.id?.S ?? "";
  const old = claims.get(id);
  switch (name) {
    case "PutItemCommand":
      if (!mayTakeOver(old, values))
        throw new ConditionalCheckFailedException({ message: "refused", Item: old, $metadata: {} });
      claims.set(id, Item ?? {});
      return {};
    case "GetItemCommand":
      return old ? { Item: old } : {};
    case "DeleteItemCommand":
      claims.delete(id);
      return {};
    case "UpdateItemCommand": {
      const changed = { expiration: values[":expiry"], status: values[":status"], data: values[":response_data"] };
      claims.set(id, { ...old, ...(Key ?? {}), ...changed } as Item);
      return {};
    }
    default:
      throw new Error(`the table knows no ${name}`);
  }
}

/** The business code inside Powertools' `makeIdempotent`, as its documentation has it: an id drawn by the function, the Lambda's own deadline, its DynamoDB layer over a table of its own. */
export const peer: Endpoint = (world, request) => {
  const { scheduler, store, clock, newId, charge, peerClaims } = world;
  const newNonce = () => newId("req", clock.now());
  const client = new DynamoDBClient({ region: "us-east-1" });
  client.send = ({ input, constructor: { name } }) =>
    scheduler.step({ name, kind: name === "GetItemCommand" ? "read" : "write" }, () =>
      effectOf(peerClaims, name, input),
    );
  const config = new IdempotencyConfig({ eventKeyJmesPath: "key", throwOnNoIdempotencyKey: true });
  const endsMs = scheduler.clockMs + lambdaMs;
  config.registerLambdaContext({ getRemainingTimeInMillis: () => endsMs - scheduler.clockMs });
  const persistenceStore = new DynamoDBPersistenceLayer({ tableName: "claims", awsSdkV3Client: client });
  const run = ({ key, amountCents }: PaymentRequest) =>
    pay({ store, newNonce, charge }, { key, amountCents, id: newId("pay", clock.now()) });
  return makeIdempotent(run, { persistenceStore, config })(request);
};
