import { Trouble } from "./trouble.ts";

/** The bad ports of the Fetch standard: no browser and no fetch calls them. */
const badPorts = new Set([
  ...[1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95],
  ...[101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179],
  ...[389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636],
  ...[989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000],
  ...[6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);

/** Reads the first of `count` ports in a row; a port that nobody could call is refused here. */
export function portNumber(flag: string, value: string, count: number): number {
  const port = Number(value);
  const last = port + count - 1;
  if (!Number.isInteger(port) || port < 1 || last > 65_535) throw new Trouble(`${flag} ${value} is not a port number.`);
  const bad = Array.from({ length: count }, (_, offset) => port + offset).find((each) => badPorts.has(each));
  if (bad === undefined) return port;
  const range = count === 1 ? "" : ` (the sandbox uses ${port} to ${last})`;
  throw new Trouble(
    `${flag} ${value} cannot be used: fetch and browsers refuse to call port ${bad}${range}, so choose another.`,
  );
}
