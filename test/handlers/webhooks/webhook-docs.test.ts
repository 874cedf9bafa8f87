import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { signedHeaders } from "../../../functions/app/core/sign.ts";
import { mintWebhookSecret } from "../../../functions/app/webhooks/webhooks.ts";
import { eventNames } from "../../../functions/domain/core/event.ts";
import { eventExamples } from "../../../functions/domain/webhooks/event-example.ts";
import { group } from "../../support/runner/group.ts";

const root = join(import.meta.dirname, "../../..");
const page = readFileSync(join(root, "docs/webhooks.md"), "utf8");
// Inside the project, so that the snippet finds the stripe package.
const folder = mkdtempSync(join(root, "node_modules/.webhook-docs-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The page's snippets by the file name that follows their language. */
const snippets = new Map(
  [...page.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)].map(([, name = "", text = ""]) => [name, text]),
);

const runners: Readonly<Record<string, string>> = {
  "verify-stripe.mjs": process.execPath,
  "verify.mjs": process.execPath,
  "verify.py": "python3",
  "verify.sh": "sh",
};

const data = { ...eventExamples["settlement.completed"], note: "für 5 € – 支払い 🙂" };
const body = JSON.stringify({ event: "settlement.completed", data });
// The scripts are processes of their own and go by the machine's clock.
const now = Math.floor((performance.timeOrigin + performance.now()) / 1000);

function signature(secrets: readonly string[], unixSeconds = now): string {
  const ids = { eventId: "evt_1", deliveryId: "dlv_1", attempt: 1 };
  return signedHeaders({ secrets, body, unixSeconds, ...ids })["x-service-signature"] ?? "";
}

function run(name: string, secret: string, signed: string, text = body) {
  const file = join(folder, name);
  writeFileSync(file, snippets.get(name) ?? "");
  const env = { ...process.env, WEBHOOK_SECRET: secret, SIGNATURE: signed };
  const reply = spawnSync(runners[name] ?? "", [file], { input: text, env, encoding: "utf8" });
  if (reply.error) throw new Error(`${runners[name]} is needed to run ${name}: ${reply.error.message}`);
  return reply;
}

const openssl = "openssl";
const withoutOpenssl = spawnSync(openssl, ["version"]).status !== 0;

test("docs/webhooks.md has a snippet for each way to verify", () => {
  expect([...snippets.keys()].toSorted()).toEqual(Object.keys(runners).toSorted());
});

test("docs/webhooks.md names every event and no other", () => {
  const [, table = ""] = /^## Events$(.*?)^## /ms.exec(page) ?? [];
  const named = [...table.matchAll(/^\|.*$/gm)].flatMap(([line]) => [...line.matchAll(/`([\w.]+)`/g)]);
  expect(named.map(([, name]) => name).toSorted()).toEqual(eventNames.toSorted());
});

for (const name of Object.keys(runners)) {
  const missing = name === "verify.sh" && withoutOpenssl ? "openssl is not installed" : undefined;
  group(missing, `the documented ${name}`, () => {
    test("takes what we signed, by either secret while one rotates", () => {
      const [secret, old] = [mintWebhookSecret(), mintWebhookSecret()];
      for (const [key, signed] of [
        [secret, signature([secret])],
        [secret, signature([secret, old])],
        [old, signature([secret, old])],
      ] as const) {
        const { status, stdout, stderr } = run(name, key, signed);
        expect(status, stderr).toBe(0);
        expect(stdout).toContain("settlement.completed");
        expect(stdout).toContain(data.settlementId);
      }
    });

    test("refuses a changed body, another secret, a cut signature and an old message", () => {
      const secret = mintWebhookSecret();
      const signed = signature([secret]);
      const refused = [
        run(name, secret, signed, body.replace("125000", "925000")),
        run(name, secret, signed, `${body}\n`),
        run(name, mintWebhookSecret(), signed),
        run(name, secret, signed.slice(0, -1)),
        run(name, secret, signature([secret], now - 600)),
      ];
      for (const { status, stdout } of refused) {
        expect(status).not.toBe(0);
        expect(stdout).toBe("");
      }
    });
  });
}
