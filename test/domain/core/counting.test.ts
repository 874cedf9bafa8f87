import { describe, expect, test } from "vitest";
import { sourceOf } from "../../../functions/domain/core/client-network.ts";
import { addedUp, moves } from "../../../functions/domain/core/overview-counts.ts";

describe("counts of what there is", () => {
  const counts = moves<{ status: string; cents: number }>(({ status, cents }) => ({ all: 1, cents, [status]: 1 }));

  test("begin with what a new record stands for, without what is nothing", () => {
    expect(counts(null, { status: "sent", cents: 0 })).toEqual({ all: 1, sent: 1 });
  });

  test("move with a change, and stay where nothing changed", () => {
    const before = { status: "sent", cents: 500 };
    expect(counts(before, { status: "paid", cents: 300 })).toEqual({ cents: -200, paid: 1, sent: -1 });
    expect(counts(before, before)).toEqual({});
  });

  test("add up by name", () => {
    expect(addedUp([{ all: 1, sent: 1 }, { all: 2, sent: -1, paid: 3 }, {}])).toEqual({ all: 3, sent: 0, paid: 3 });
    expect(addedUp([])).toEqual({});
  });
});

describe("one source of requests", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::FFFF:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:1::2:3:4:5", "2001:db8:1:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
    ["1:2:3::4:5:6:192.0.2.7", "1:2:3:4::/64"],
    ["x::ffff:192.0.2.7", "NaN:0:0:0::/64"],
    ["unknown", "unknown"],
    ["", ""],
  ])("of %j is %s", (address, source) => {
    expect(sourceOf(address)).toBe(source);
  });
});
