import { describe, expect, test } from "vitest";
import { addDays } from "../../../functions/domain/core/time.ts";
import { attachEvidence } from "../../../functions/domain/disputes/case-evidence.ts";
import { failPacket, notePacket, orderPacket } from "../../../functions/domain/disputes/case-packet.ts";
import { agreed, later, noon } from "../../support/core/samples.ts";
import { aCase, aPiece } from "../../support/disputes/case-samples.ts";

describe("a packet", () => {
  const made = { revision: 1, objectKey: "p", sha256: "h", sizeBytes: 9, pages: 2 };

  test("is ordered once for the evidence as it is, and again after half an hour without one", () => {
    const [ordered] = orderPacket(aCase(), noon);
    const state = ordered?.next ?? aCase();
    expect(orderPacket(state, later(1799))).toEqual([]);
    expect(orderPacket(state, later(1800))).toHaveLength(1);
    const [ready] = notePacket(state, made, later(5));
    const after = ready?.next ?? state;
    expect(orderPacket(after, addDays(noon, 9))).toEqual([]);
    expect(notePacket(after, made, later(6))).toEqual([]);
    const [more] = agreed(attachEvidence(after, aPiece("receipt"), later(7)));
    expect(orderPacket(more?.next ?? after, later(8))).toHaveLength(1);
  });

  test("that failed for good says so, and is ordered anew when it is asked for", () => {
    const [ordered] = orderPacket(aCase(), noon);
    const state = ordered?.next ?? aCase();
    const [failed] = failPacket(state, 1, later(5));
    expect(failed?.next).toMatchObject({ revision: 1, packet: { status: "failed", revision: 1 } });
    const after = failed?.next ?? state;
    expect(failPacket(after, 1, later(6))).toEqual([]);
    expect(failPacket(state, 2, later(6))).toEqual([]);
    expect(orderPacket(after, later(6))[0]?.next.packet).toMatchObject({ status: "building" });
    const [ready] = notePacket(state, made, later(5));
    expect(failPacket(ready?.next ?? state, 1, later(6))).toEqual([]);
  });

  test("of evidence that has changed since is not noted", () => {
    expect(notePacket(aCase(), made, noon)).toEqual([]);
    const [ordered] = orderPacket({ ...aCase(), revision: 2 }, noon);
    expect(notePacket(ordered?.next ?? aCase(), made, noon)).toEqual([]);
  });
});
