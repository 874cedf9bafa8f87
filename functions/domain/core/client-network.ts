/** Who counts as one source of requests: an IPv4 address, or the /64 network of an IPv6 one, which is a single subscriber's (RFC 6177). Anything else is taken as it is. */
export function sourceOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("%", 1)[0]?.split("::") ?? [];
  const first = groupsOf(head);
  const last = groupsOf(tail ?? "");
  const gap = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array<string>(gap).fill("0"), ...last].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/** An IPv4 address at the end stands for two groups. */
function groupsOf(part: string): string[] {
  return part === "" ? [] : part.split(":").flatMap((group) => (group.includes(".") ? ["0", "0"] : [group]));
}
