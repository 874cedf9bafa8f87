import * as z from "zod";
import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { refuseSuspendedAccount } from "../../domain/screening/account.ts";
import { type Monitor, monitor, newMonitor, refuseMonitors, refuseMore } from "../../domain/screening/monitor.ts";
import { viewScreen } from "../../domain/screening/screen-view.ts";
import { newAggregate, transitionWrites } from "../core/aggregate.ts";
import type { IdempotentRequest } from "../core/idempotency-claim.ts";
import type { SecretBox, SecretSealer, Write } from "../core/ports.ts";
import type { UrlGuard } from "../webhooks/ports.ts";
import { webhookRecordType } from "../webhooks/record.ts";
import { newEndpoint } from "../webhooks/webhooks.ts";
import { monitorRecordType } from "./monitors.ts";
import { type Purpose, screenFor } from "./screen-value.ts";
import type { ScreenContext } from "./screening-context.ts";
import { monitorsKey } from "./usage.ts";

export interface MonitorContext extends ScreenContext {
  readonly secrets: SecretSealer;
  /** Seals what is kept of an answer: who opens monitors opens that alone. */
  readonly keptSecrets: SecretBox;
  readonly urls: UrlGuard;
}

interface AskedMonitor {
  readonly value: string;
  readonly chain: string | null;
  readonly url: string;
  /** Null has one made. */
  readonly secret: string | null;
}

/** A monitor as its key keeps it: as it was opened, its secret sealed. */
const kept = z.object({ monitor, sealedSecret: z.string() });

interface Opened {
  readonly monitor: Monitor;
  readonly secret: string;
}

/** Begins to watch an address: it is screened once, which counts against the month; later screens do not. Screen, monitor and both counts are one transaction. The signing secret is in the answer alone, and in the same answer again under the request's key. */
export async function openMonitor(
  context: MonitorContext,
  request: IdempotentRequest,
  input: AskedMonitor,
): Promise<Opened & { readonly isReplay: boolean }> {
  const { value, chain, url } = input;
  requireNone(context.urls.writtenProblem(url));
  const { result } = await screenFor(
    context,
    request,
    { type: "wallet", value, chain },
    watching(context, request, input),
  );
  return { ...result.made, isReplay: result.replayed };
}

function requireNone(problem: string | undefined): void {
  const refused = refusedUrl(problem);
  if (refused) throw refused;
}

function refusedUrl(problem: string | undefined): Refusal | undefined {
  if (problem === undefined) return undefined;
  return new Refusal("invalid_request", `webhook: ${problem}`, { fields: [{ path: "webhook", message: problem }] });
}

function watching(
  context: MonitorContext,
  { tenantId: accountId, idempotencyKey }: IdempotentRequest,
  { value, chain, url, secret: text }: AskedMonitor,
): Purpose<Opened> {
  const counter = monitorsKey(accountId);
  const id = context.newId("mon", context.clock.now());
  // Asked and sealed once, however often a race is lost.
  let problem: Promise<string | undefined> | undefined;
  let sealed: ReturnType<typeof seal> | undefined;
  const seal = async () => {
    const description = `monitor ${id}`;
    const made = await newEndpoint(context, siblingId(id, "whe"), accountId, {
      ...{ url, secret: text, description, events: null },
    });
    return {
      ...made,
      sealedSecret: idempotencyKey === "" ? "" : await context.keptSecrets.seal(made.secret, accountId),
    };
  };
  return {
    keys: [counter],
    refuse: async ({ account }, rows) => {
      const used = rows(counter)?.counted ?? 0;
      const refused = refuseSuspendedAccount(account) ?? refuseMonitors(account) ?? refuseMore(account, used);
      if (refused) return refused;
      problem ??= context.urls.problem(url);
      return refusedUrl(await problem);
    },
    make: async (screen, now, { plan }) => {
      const opened = newMonitor({ id, accountId, value, chain, url }, viewScreen(screen), now);
      sealed ??= seal();
      const { endpoint, secret, sealedSecret } = await sealed;
      const transition = { from: null, reason: "monitor opened" };
      const writes: Write[] = [
        ...transitionWrites(
          newAggregate(monitorRecordType, opened),
          [{ ...transition, next: opened, to: opened.risk.action }],
          context,
        ).writes,
        ...transitionWrites(
          newAggregate(webhookRecordType, endpoint),
          [{ ...transition, next: endpoint, to: "enabled" }],
          context,
        ).writes,
        { count: counter, by: 1, most: plan.monitors },
      ];
      const keeps: z.infer<typeof kept> = { monitor: opened, sealedSecret };
      return { writes, result: { monitor: opened, secret }, kept: keeps };
    },
    replay: async (answer) => {
      const { sealedSecret, ...opened } = kept.parse(answer);
      return { ...opened, secret: await context.keptSecrets.open(sealedSecret, accountId) };
    },
  };
}
