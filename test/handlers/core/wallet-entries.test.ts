import { describe, expect, test } from "vitest";
import * as z from "zod";
import {
  entriesIn,
  entryHash,
  newAggregate,
  type RecordType,
  transitionWrites,
} from "../../../functions/app/core/aggregate.ts";
import type { Transition } from "../../../functions/domain/core/transition.ts";
import { unitsOf } from "../../../functions/domain/core/units.ts";
import { noon } from "../../support/core/samples.ts";

const jar = z.object({ id: z.string(), holds: z.string().nullable() });

type Jar = z.infer<typeof jar>;

const wallet = "bridge/cust_acme/ethereum/USDT";

const jarRecordType: RecordType<Jar> = {
  type: "jar",
  schema: jar,
  id: ({ id }) => id,
  tenantId: () => "ten_1",
  wallet({ holds }) {
    return holds === null ? null : { wallet, here: unitsOf(holds), transit: 0n, clients: unitsOf(holds) };
  },
};

const context = { clock: { now: () => noon }, newId: () => "evt_1", actor: "service", requestId: "req_1" };

/** The entries of a jar that holds so much, one after another. */
function entriesOf(...story: readonly (string | null)[]) {
  const transitions = story.map((holds, at): Transition<Jar> => {
    return { next: { id: "jar_1", holds }, from: at === 0 ? null : "there", to: "there", reason: "filled" };
  });
  const from = newAggregate(jarRecordType, { id: "jar_1", holds: "77" });
  const { writes } = transitionWrites(from, transitions, context);
  return entriesIn(writes.flatMap((write) => ("put" in write ? [write.put] : [])));
}

describe("an entry of a record that has a place in a wallet", () => {
  test("posts what its transition changed there, from nothing on", () => {
    const [first, second, third] = entriesOf("5", "3.5", null);
    expect(first).toMatchObject({
      wallet,
      units: [
        { account: "rail_wallet", units: "5.000000" },
        { account: "client_funds", units: "-5.000000" },
      ],
    });
    expect(second?.units?.[0]).toEqual({ account: "rail_wallet", units: "-1.500000" });
    expect(third?.units?.[0]).toEqual({ account: "rail_wallet", units: "-3.500000" });
  });

  test("is chained with its units, as it is read again", () => {
    for (const { hash, ...body } of entriesOf("5", "3.5")) expect(entryHash(body)).toBe(hash);
  });

  test("names no wallet where nothing changed there", () => {
    const [none, , same] = entriesOf(null, "5", "5.0000009");
    expect(none).not.toHaveProperty("wallet");
    expect(same).not.toHaveProperty("units");
  });
});
