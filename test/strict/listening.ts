import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A socket that takes connections. */
export interface Listener {
  readonly address: string;
  readonly port: number;
  readonly inode: string;
}

const listenState = "0A";

/** The listening sockets in a table as the kernel writes it to /proc/net/tcp and /proc/net/tcp6. */
export function listenersIn(table: string): Listener[] {
  return table
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[3] === listenState)
    .map(([, local = "", , , , , , , , inode = ""]) => {
      const [address = "", port = ""] = local.split(":");
      return { address: addressOf(address), port: Number.parseInt(port, 16), inode };
    });
}

/** Whether nobody but this machine can reach it. */
export function isLoopback({ address }: Pick<Listener, "address">): boolean {
  return /^(::ffff:)?127\./.test(address) || address === "::1";
}

/** Where a process and all that it started listen. */
export function listenersOf(pid: number): Listener[] {
  const sockets = new Set(treeOf(pid).flatMap(socketsOf));
  return ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((file) => listenersIn(readFileSync(file, "utf8")))
    .filter(({ inode }) => sockets.has(inode));
}

/** The kernel writes each 32-bit word of an address with its bytes turned round. */
function addressOf(hex: string): string {
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) =>
    (word.match(/../g) ?? []).reverse().map((byte) => Number.parseInt(byte, 16)),
  );
  if (bytes.length === 4) return bytes.join(".");
  const [last] = bytes.slice(-1);
  if (bytes.slice(0, 15).every((byte) => byte === 0)) return last === 0 ? "::" : `::${last?.toString(16)}`;
  if (bytes[10] === 0xff && bytes.slice(0, 10).every((byte) => byte === 0))
    return `::ffff:${bytes.slice(12).join(".")}`;
  return hex;
}

function treeOf(root: number): number[] {
  const parents = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  );
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(isBelow);
}

function parentOf(pid: string): number {
  try {
    // The name before it may hold spaces and parentheses.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const target = readlinkOrNothing(`/proc/${pid}/fd/${fd}`);
      return target.startsWith("socket:[") ? [target.slice("socket:[".length, -1)] : [];
    });
  } catch {
    return [];
  }
}

function readlinkOrNothing(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
