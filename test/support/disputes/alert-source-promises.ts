import { expect, test } from "vitest";
import type { AlertSource } from "../../../functions/app/disputes/ports.ts";
import type { AlertReport } from "../../../functions/domain/disputes/alert-report.ts";

/** A source under test: raising alerts as its issuers do, and what it has of them. */
export interface SourceScene extends AsyncDisposable {
  readonly source: AlertSource;
  raise(kind: "fraud" | "dispute"): string;
  /** Whether it has an outcome for good, as it shows to others. */
  outcomeOf(externalId: string): unknown;
}

const at = "2026-11-21T09:00:00.000Z";

/** The end of an alert, as a refund in full. */
export function refundedReport(externalId: string, kind: "fraud" | "dispute" = "dispute") {
  const refund = { amountCents: 36_156, currency: "USD", at, arn: null, reference: "pay_1" };
  return {
    ...{ externalId, kind, amountCents: 36_156, currency: "USD", refund, at },
    end: "refunded",
  } satisfies AlertReport;
}

function idsOf({ alerts }: Awaited<ReturnType<AlertSource["pull"]>>): readonly string[] {
  return alerts.map(({ said: reply }) => reply.externalId).toSorted();
}

/** What every source of alerts promises. */
export function promisesOfAlertSource(open: () => Promise<SourceScene>): void {
  test("gives what is not acknowledged, again and again", async () => {
    await using scene = await open();
    const ids = [scene.raise("fraud"), scene.raise("dispute"), scene.raise("dispute")].toSorted();
    expect(idsOf(await scene.source.pull(10))).toEqual(ids);
    expect(idsOf(await scene.source.pull(10))).toEqual(ids);
  });

  test("gives what is acknowledged no more, however often that is said", async () => {
    await using scene = await open();
    const [taken, left] = [scene.raise("dispute"), scene.raise("fraud")];
    expect(await scene.source.acknowledge([taken])).toEqual([]);
    expect(await scene.source.acknowledge([taken])).toEqual([]);
    expect(idsOf(await scene.source.pull(10))).toEqual([left]);
  });

  test("names the acknowledgements that it did not note", async () => {
    await using scene = await open();
    const known = scene.raise("dispute");
    expect(await scene.source.acknowledge(["NOBODYKNOWSTHISALERT00001", known])).toEqual(["NOBODYKNOWSTHISALERT00001"]);
  });

  test("takes hundreds of acknowledgements and outcomes at once", async () => {
    await using scene = await open();
    const ids = Array.from({ length: 210 }, () => scene.raise("dispute"));
    expect(await scene.source.acknowledge(ids)).toEqual([]);
    const answers = await scene.source.report(ids.map((id) => refundedReport(id)));
    expect(answers).toEqual(ids.map((externalId) => ({ externalId, ok: true })));
  });

  test("keeps the first outcome; the same again is the same, another is refused for good", async () => {
    await using scene = await open();
    const id = scene.raise("dispute");
    const first = refundedReport(id);
    expect(await scene.source.report([first])).toEqual([{ externalId: id, ok: true }]);
    expect(await scene.source.report([first])).toEqual([{ externalId: id, ok: true }]);
    const stored = scene.outcomeOf(id);
    expect(await scene.source.report([{ ...first, end: "contested", refund: null }])).toEqual([
      { externalId: id, ok: false, recoverable: false, why: expect.any(String) },
    ]);
    expect(scene.outcomeOf(id)).toEqual(stored);
  });

  test("answers for each outcome by itself, in the order that they were told in", async () => {
    await using scene = await open();
    const [one, other] = [scene.raise("fraud"), scene.raise("dispute")];
    const reports = [refundedReport(one, "fraud"), refundedReport("NOBODYKNOWSTHISALERT00001"), refundedReport(other)];
    expect(await scene.source.report(reports)).toMatchObject([
      { externalId: one, ok: true },
      { ok: false, recoverable: false },
      { externalId: other, ok: true },
    ]);
  });
}
