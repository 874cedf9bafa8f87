import { parseArgs } from "node:util";
import { prepare } from "./core/prepare.ts";
import { finish, showSeed } from "./core/summary.ts";
import { playSeedOfWebhooks, simulateWebhooks } from "./webhooks/part.ts";

const usage = `npm run sim:webhooks -- [--events N] [--from N] [--seed S]
  --events N  random events to play (default 100000)
  --from N    the first seed (default 1)
  --seed S    plays one seed and shows every step of it`;

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "100000" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

prepare();
if (values.help) console.log(usage);
else if (values.seed !== undefined)
  process.exitCode = (await showSeed(Number(values.seed), playSeedOfWebhooks)) ? 0 : 1;
else {
  await simulateWebhooks(Number(values.events), Number(values.from));
  process.exitCode = finish();
}
