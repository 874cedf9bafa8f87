import { describe, expect, test } from "vitest";
import { receiveFunding } from "../../../functions/domain/escrow/fund.ts";
import { receiveEscrowReport } from "../../../functions/domain/escrow/rail.ts";
import { later, noon } from "../../support/core/samples.ts";
import { awaiting, createdEscrow, escrowIn, movedBy, total } from "../../support/escrow/escrow-samples.ts";

const back = { events: [{ kind: "returned", code: "R10" }] } as const;
const came = { events: [{ kind: "funds_received", totalCents: 10_000 }] } as const;

describe("a return that overtakes the word of the money", () => {
  test("fails the escrow, and the late word books nothing", () => {
    const failed = movedBy(awaiting(), receiveEscrowReport(awaiting(), back, noon));
    expect(failed).toMatchObject({ status: "failed", failureCode: "R10", returned: { code: "R10" } });
    expect(receiveEscrowReport(failed, came, later(1))).toEqual([]);
    expect(receiveEscrowReport(failed, back, later(2))).toEqual([]);
  });

  test("of a part leaves nothing of the rest to be told", () => {
    const part = movedBy(awaiting(), receiveFunding(awaiting(), total(4_000), noon));
    const failed = movedBy(part, receiveEscrowReport(part, back, later(1)));
    expect(failed).toMatchObject({ status: "failed", failureCode: "funding_returned", unappliedCents: 0 });
    expect(receiveEscrowReport(failed, came, later(2))).toEqual([]);
  });

  test("after the end is noted, and changes nothing for who never asked for money", () => {
    const ended = { ...escrowIn("expired"), funding: awaiting().funding, receivedCents: 0 };
    const noted = movedBy(ended, receiveEscrowReport(ended, back, noon));
    expect(noted).toMatchObject({ status: "expired", returned: { code: "R10" } });
    expect(receiveEscrowReport(noted, came, later(1))).toEqual([]);
    expect(receiveEscrowReport(createdEscrow(), back, noon)).toEqual([]);
  });
});
