import { describe, expect, it } from "vitest";
import { isFromSource, plainSourceRange, sourceRangeProblem } from "../../../functions/domain/tenants/source-range.ts";

describe("a range of addresses", () => {
  it.each([
    ["203.0.113.0/24", "203.0.113.0/24"],
    ["203.0.113.7", "203.0.113.7/32"],
    ["203.0.113.7/32", "203.0.113.7/32"],
    ["10.128.0.0/9", "10.128.0.0/9"],
    ["128.0.0.0/1", "128.0.0.0/1"],
    ["2001:DB8:0:0::/32", "2001:db8::/32"],
    ["2001:db8::1", "2001:db8::1/128"],
    ["2001:db8:17:8000::/49", "2001:db8:17:8000::/49"],
    ["64:ff9b::192.0.2.33", "64:ff9b::c000:221/128"],
  ])("%s is kept as %s", (typed, kept) => {
    expect(sourceRangeProblem(typed)).toBeUndefined();
    expect(plainSourceRange(typed)).toBe(kept);
    expect(sourceRangeProblem(kept)).toBeUndefined();
  });

  it.each([
    ...["", "anywhere", "203.0.113", "203.0.113.0/", "203.0.113.0/33", "203.0.113.0/-1", "203.0.113.256", "1/8"],
    ...[
      "0313.0.113.0/24",
      "0xCB.0.113.0/24",
      "203.0.113.0/24 ",
      " 203.0.113.0",
      "203.0.113.0/24/24",
      "203.0.113.0/1e1",
    ],
    ...["2001:db8::/129", "2001:db8:::/32", "2001:db8::1::2", "fe80::1%eth0", "fe80::%1/64", "::g", ":", "2001:db8::/"],
  ])("is not %j", (typed) => {
    expect(sourceRangeProblem(typed)).toBe("an IPv4 or IPv6 range such as 203.0.113.0/24, or one address");
  });

  it.each(["0.0.0.0/0", "::/0", "10.0.0.0/0"])("that has every address is left out: %s", (typed) => {
    expect(sourceRangeProblem(typed)).toContain("not every address");
  });

  it.each([
    ["203.0.113.7/24", "203.0.113.0/24"],
    ["2001:db8::1/64", "2001:db8::/64"],
    ["10.64.0.1/9", "10.0.0.0/9"],
  ])("begins with its network, so that nobody opens %s by mistake for one address", (typed, network) => {
    expect(sourceRangeProblem(typed)).toBe(`not an address within a range: the range is ${network}`);
  });

  it.each(["::ffff:203.0.113.0/120", "::ffff:203.0.113.7"])("of IPv4 is written as such: %s", (typed) => {
    expect(sourceRangeProblem(typed)).toBe("an IPv4 range in its own form");
  });
});

describe("an address", () => {
  const ranges = ["203.0.113.0/25", "198.51.100.7/32", "2001:db8:17::/48"];

  it.each([
    ...["203.0.113.0", "203.0.113.127", "198.51.100.7", "2001:db8:17::", "2001:DB8:17:ffff:ffff:ffff:ffff:ffff"],
    ...["::ffff:203.0.113.5", "::FFFF:cb00:7105", "2001:db8:17::1%en0"],
  ])("%s is from these ranges", (address) => {
    expect(isFromSource(address, ranges)).toBe(true);
  });

  it.each([
    ...[
      "203.0.113.128",
      "203.0.112.255",
      "198.51.100.8",
      "2001:db8:16:ffff::1",
      "2001:db8:18::",
      "::ffff:203.0.113.200",
    ],
    // Another address of IPv6 that carries an IPv4 one, and what is no address.
    ...["64:ff9b::203.0.113.5", "2002:cb00:7105::", "unknown", "", "203.0.113.5, 198.51.100.7"],
  ])("%s is not", (address) => {
    expect(isFromSource(address, ranges)).toBe(false);
  });

  it("is from no range where there is none", () => {
    expect(isFromSource("203.0.113.5", [])).toBe(false);
  });
});
