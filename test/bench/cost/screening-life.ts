import { fork } from "node:child_process";
import { once } from "node:events";
import { screeningInnerLambdas } from "../../../functions/contract/screening/contract.ts";
import { screeningLambdas } from "../../../functions/contract/screening.ts";
import { listen } from "../../support/runner/deployed.ts";
import { lambdaEnvironment, screeningOperationOf } from "../../support/runner/lambdas.ts";
import { ListPublisher } from "../../support/screening/list-publisher.ts";
import { LambdaRuns, type Run } from "./lambda-runs.ts";
import { MeteredAws } from "./metered-aws.ts";

/** What the screening interface took: for one screen of the rails', for one look of theirs at the lists, and for a run of its sweeper with nothing to do. */
export interface ScreeningLife {
  readonly screen: readonly Run[];
  readonly look: readonly Run[];
  readonly sweep: Run;
}

const operator = "operator-token-of-the-cost-model-0123456789";
const wallet = "0x52908400098527886E0F7030069857D2E4169EE7";
const listed = "0x8589427373D6D84E98730D7795D8f6f8731FDA16";

/** Plays it in a process of its own: a Lambda reads its settings once, and they differ from the rails'. */
export async function screeningLife(): Promise<ScreeningLife> {
  const child = fork(import.meta.filename, { serialization: "advanced" });
  const reply = once(child, "message").then(([message]) => message as ScreeningLife);
  const ended = once(child, "exit").then(() => undefined);
  const life = await Promise.race([reply, ended]);
  if (!life) throw new Error("the screening interface's life ended without figures");
  return life;
}

async function play(): Promise<ScreeningLife> {
  const runs = new LambdaRuns({ ...screeningLambdas, ...screeningInnerLambdas });
  const nothing = () => undefined;
  const aws = new MeteredAws([{ name: "one", token: operator }], {
    called: (call) => void runs.current?.aws.push(call),
    ...{ inserted: nothing, queued: nothing, started: nothing, answered: nothing },
  });
  const endpoint = await aws.start();
  const settings = {
    ...{ STAGE: "prod", LIVE: "true", SERVICE: "screening" },
    ...{ LISTS_BUCKET: "lists", LOG_LEVEL: "INFO" },
  };
  Object.assign(process.env, lambdaEnvironment(endpoint), settings);
  const quiet = listen((line) => void runs.current?.lines.push(line));
  const publisher = new ListPublisher(aws.fake.store);
  await publisher.publish([listed]);
  for (const [key, text] of publisher.listStore.indexes)
    aws.fake.files.set(`/lists/${key}`, { bytes: Buffer.from(text), contentType: "application/json" });
  const account = await runs.request(
    screeningOperationOf("createAccount"),
    as(operator),
    {},
    { ...{ name: "The rails", plan: "unlimited" } },
  );
  const { apiKey } = JSON.parse(account.text);
  const counted = async (act: () => Promise<unknown>) => {
    runs.runs = [];
    await act();
    return runs.runs;
  };
  const body = { type: "wallet", value: wallet, chain: "base" };
  const screen = (key: string) =>
    runs.request(screeningOperationOf("screenValue"), { ...as(apiKey), "idempotency-key": key }, {}, body);
  const look = () => runs.request(screeningOperationOf("listListChanges"), { ...as(apiKey) }, {});
  await screen("the first warms it up");
  const life = { screen: await counted(() => screen("stl_01JC0000000000000000000001:screen:2")) };
  const looked = await counted(look);
  const [sweep] = await counted(() => runs.run("screening-sweep", {}));
  quiet();
  aws.stop();
  if (!sweep) throw new Error("the sweeper did not run");
  return { ...life, look: looked, sweep };
}

function as(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

if (process.send && process.argv[1] === import.meta.filename) {
  process.send(await play());
  process.disconnect();
}
