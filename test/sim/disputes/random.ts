import { Random } from "../../support/world/core/random.ts";
import type { DisputeCommand } from "../../support/world/disputes/call.ts";
import type { DisputeScene, SceneCall } from "./scene.ts";
import { aPayment, bring, caseActions } from "./scenes.ts";

function somePayments(random: Random): DisputeScene["payments"] {
  const many = random.int(1, 3);
  const tenants = random.chance(0.15) ? 2 : 1;
  return Array.from({ length: many }, (_, number) =>
    aPayment(number, {
      tenant: number % tenants,
      // Twins now and then, which only a person tells apart.
      amountCents: random.chance(0.3) ? 33_333 : random.int(500, 99_999),
      isHeld: random.chance(0.5),
      refundable: random.chance(0.8),
      isUncounted: random.chance(0.2),
    }),
  );
}

function anAlert(random: Random, payments: DisputeScene["payments"], names: number): DisputeCommand {
  const kind = random.likely({ chargeback: 35, dispute: 30, fraud: 8, inquiry: 7, rdr: 12, fraud_report: 8 });
  const [network, reasonCode] = random.weighted(
    [["visa", "13.1"], 60],
    [["visa", "10.4"], 20],
    [["mastercard", "4837"], 20],
  );
  return bring({
    ...{ kind, network, reasonCode },
    source: random.pick(["network", "manual", "acquirer"]),
    externalId: `x${random.int(1, 4)}`,
    names: random.chance(0.25) ? null : names,
    amountCents: payments[names]?.amountCents ?? 500,
    refundedByNetwork: random.chance(0.08),
    respondByMs: random.chance(0.3) ? random.int(3_000, 60_000) : null,
  });
}

function anAct(random: Random, payment: number): DisputeCommand {
  const about = { payment };
  return random.weighted<DisputeCommand>(
    [{ ...caseActions.gather, ...about }, 14],
    [{ ...caseActions.texts, ...about }, 12],
    [{ ...caseActions.file, ...about }, 4],
    [{ ...caseActions.submit, ...about }, 16],
    [{ ...caseActions.packet, ...about }, 5],
    [{ ...caseActions.won, ...about }, 8],
    [{ ...caseActions.lost, ...about }, 8],
    [{ ...caseActions.accept, ...about }, 5],
    [{ ...caseActions.withdraw, ...about }, 4],
    [{ ...caseActions.escalate, ...about }, 6],
    [{ ...caseActions.refund, ...about }, 10],
    [{ ...caseActions.open, ...about, dueMs: random.chance(0.4) ? random.int(5_000, 60_000) : null }, 8],
    [{ ...caseActions.match, ...about, externalId: `x${random.int(1, 4)}` }, 16],
    [{ ...caseActions.dismiss, externalId: `x${random.int(1, 4)}` }, 4],
    [{ op: "resolve", externalId: `x${random.int(1, 4)}` }, 4],
    [{ ...caseActions.openByQueue, externalId: `x${random.int(1, 4)}` }, 6],
    [{ ...caseActions.dismissByQueue, externalId: `x${random.int(1, 4)}` }, 3],
    [{ ...caseActions.acceptLoss, ...about }, 5],
  );
}

/** The way of a case that goes well, each step at its time or a little beside it. */
function aCaseLife(random: Random, payment: number): DisputeCommand[] {
  const about = { payment };
  const { gather, texts, submit, won, lost } = caseActions;
  return [gather, texts, submit, random.chance(0.5) ? won : lost].map((labels) => ({ ...labels, ...about }));
}

function someCalls(random: Random, payments: DisputeScene["payments"]): SceneCall[] {
  const calls: SceneCall[] = [];
  const moments = Array.from({ length: 3 }, () => random.int(0, random.pick([20, 4_000, 40_000])));
  const at = (delayMs: number, payment: number, command: DisputeCommand) =>
    calls.push({ tenant: payments[payment]?.tenant ?? 0, key: `k${random.int(1, 30)}`, command, delayMs });
  const some = () => random.int(0, payments.length - 1);
  for (let alert = random.int(1, 4); alert > 0; alert -= 1) {
    const payment = some();
    at(random.pick(moments) + random.int(0, 12), payment, anAlert(random, payments, payment));
  }
  for (let act = random.int(0, 5); act > 0; act -= 1) {
    const payment = some();
    at(random.pick(moments) + random.int(0, 12), payment, anAct(random, payment));
  }
  if (random.chance(0.7)) {
    const payment = some();
    let momentMs = random.pick(moments);
    for (const labels of aCaseLife(random, payment)) {
      momentMs += random.int(1, random.pick([30, 3_000, 15_000]));
      at(momentMs, payment, labels);
    }
  }
  for (const call of [...calls])
    for (let copy = random.weighted([0, 82], [1, 14], [5, 4]); copy > 0; copy -= 1)
      calls.push({ ...call, delayMs: call.delayMs + random.int(0, 40) });
  return calls;
}

const countedBefore: readonly DisputeScene["counted"][] = [
  { payments: 40_000, visaChargebacks: 1_499 },
  { payments: 40_000, visaChargebacks: 1_124, visaFraudReports: 1 },
  { debits: 400, returnsUnauthorized: 4 },
  { debits: 400, returnsUnauthorized: 3 },
];

/** A scene drawn from a seed. */
export function randomDisputeScene(seed: number): DisputeScene {
  const random = new Random(seed ^ 0xd15b);
  const payments = somePayments(random);
  const calls = someCalls(random, payments);
  const returns = payments.flatMap((_, payment) =>
    random.chance(0.2)
      ? [{ payment, code: random.pick(["R10", "R29", "R01", "R02"]), atMs: random.int(1, 30_000) }]
      : [],
  );
  const refund = random.weighted<() => DisputeScene["refund"]>(
    [() => "at once", 50],
    [() => ({ afterMs: random.int(1, 900_000) }), 20],
    [() => "refused", 12],
    [() => undefined, 18],
  )();
  const counted = random.chance(0.35) ? random.pick(countedBefore) : undefined;
  const jumps = random.chance(0.35)
    ? [{ atMs: random.int(1_000, 40_000), ms: random.pick([5, 20, 40, 310, 1_000, 4_000]) * 1000 }]
    : [];
  const sweepsAtMs = Array.from({ length: random.int(0, 3) }, () => random.int(10, 80_000));
  if (sweepsAtMs[0] !== undefined && random.chance(0.3)) sweepsAtMs.push(sweepsAtMs[0]);
  const tenants = Math.max(...payments.map(({ tenant }) => tenant)) + 1;
  return { tenants, payments, calls, refund, returns, jumps, sweepsAtMs, ...(counted && { counted }) };
}
