import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Ranges that one key may have at most. */
export const mostSourceRanges = 20;

/** An address alone or a CIDR block as people write it, and nothing that only some programs read (octal, two parts, a zone). */
function blockOf(text: string): [Address, number] | undefined {
  const isBlock = text.includes("/");
  const { IPv4, IPv6 } = ipaddr;
  if (isBlock ? IPv4.isValidCIDRFourPartDecimal(text) : IPv4.isValidFourPartDecimal(text))
    return isBlock ? IPv4.parseCIDR(text) : [IPv4.parse(text), 32];
  if (!text.includes(":") || text.includes("%")) return undefined;
  if (isBlock ? !IPv6.isValidCIDR(text) : !IPv6.isValid(text)) return undefined;
  return isBlock ? IPv6.parseCIDR(text) : [IPv6.parse(text), 128];
}

function networkOf([address, bits]: [Address, number]): string {
  const parts = address.toByteArray().map((byte, at) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - at * 8))));
  return `${ipaddr.fromByteArray(parts)}/${bits}`;
}

/** Why a text is no range of addresses that a key may be used from; undefined where it is one. */
export function sourceRangeProblem(text: string): string | undefined {
  const block = blockOf(text);
  if (!block) return "an IPv4 or IPv6 range such as 203.0.113.0/24, or one address";
  const [address, bits] = block;
  if (bits === 0) return "not every address: leave the ranges out for that";
  if (address.kind() === "ipv6" && (address as ipaddr.IPv6).isIPv4MappedAddress())
    return "an IPv4 range in its own form";
  const network = networkOf(block);
  if (network !== `${address}/${bits}`) return `not an address within a range: the range is ${network}`;
  return undefined;
}

/** A range in the one form in which it is stored: its network and its length, an address alone with all of its bits. */
export function plainSourceRange(text: string): string {
  const block = blockOf(text);
  return block ? networkOf(block) : text;
}

/** The address that a request came from as ranges are held against it: an IPv4 address in IPv6's form is the IPv4 one. Undefined where there is none. */
function addressIn(text: string): Address | undefined {
  const plain = text.split("%", 1)[0] ?? "";
  return ipaddr.isValid(plain) ? ipaddr.process(plain) : undefined;
}

/** Whether an address lies in one of the ranges; whatever is no address lies in none. */
export function isFromSource(address: string, ranges: readonly string[]): boolean {
  const from = addressIn(address);
  return ranges.map(blockOf).some((block) => block && from?.kind() === block[0].kind() && from.match(block));
}
