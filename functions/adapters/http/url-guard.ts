import { type LookupAddress, lookup } from "node:dns";
import { lookup as lookupAll } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import type { UrlGuard } from "../../app/webhooks/ports.ts";
import { newPortProblem, webhookUrlProblem } from "../../domain/webhooks/url.ts";

/** The only IPv6 addresses that the public Internet routes. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Addresses among them that are reserved or carry another, perhaps private, address inside. */
const notGlobal = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"].map((range) => ipaddr.IPv6.parseCIDR(range));

/** Public addresses behind which a cloud's hosts keep their own metadata. */
const metadata = ["168.63.129.16"];

/** Names that never leave the machine or its network. */
const privateName = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i;

/** Whether an address may be called: public unicast only, and loopback where the stage is local. */
export function isAddressAllowed(address: string, local: boolean): boolean {
  if (address.includes("%") || isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (local && range === "loopback") return true;
  if (range !== "unicast") return false;
  if (parsed.kind() === "ipv4") return !metadata.includes(parsed.toString());
  const v6 = parsed as ipaddr.IPv6;
  // ISATAP: an interface id of 0:5efe or 200:5efe is followed by an IPv4 address.
  const isatap = v6.parts[5] === 0x5efe && ((v6.parts[4] ?? 0) & ~0x200) === 0;
  return v6.match(globalUnicast) && !isatap && !notGlobal.some((reserved) => v6.match(reserved));
}

/** The host of a URL without the brackets of an IPv6 literal. */
function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, "");
}

/** Why a URL cannot be called as it is written; names are looked up elsewhere. */
export function literalProblem(url: string, local: boolean): string | undefined {
  const problem = webhookUrlProblem(url, { local });
  if (problem !== undefined) return problem;
  const host = hostOf(url);
  const wrong = isIP(host) === 0 ? !local && privateName.test(host) : !isAddressAllowed(host, local);
  return wrong ? "not a public address" : undefined;
}

/** A DNS lookup that hands on only allowed addresses, so that the check and the connection see the same answer. */
export function guardedLookup(local: boolean, resolve: typeof lookup = lookup): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, "", 0);
      const [first] = found;
      if (!first || found.some(({ address }) => !isAddressAllowed(address, local)))
        return done(new Error(`${host} is not a public address`), "", 0);
      if (options.all) return done(null, found);
      return done(null, first.address, first.family);
    });
  };
}

/** The guard at registration; the courier's lookup guards again when it connects. */
export class DnsUrlGuard implements UrlGuard {
  readonly #local: boolean;

  constructor(local: boolean) {
    this.#local = local;
  }

  writtenProblem(url: string): string | undefined {
    return literalProblem(url, this.#local) ?? newPortProblem(url, { local: this.#local });
  }

  async problem(url: string): Promise<string | undefined> {
    const literal = this.writtenProblem(url);
    if (literal !== undefined) return literal;
    const host = hostOf(url);
    if (isIP(host) !== 0) return undefined;
    try {
      const found = await lookupAll(host, { all: true });
      const allowed = found.length > 0 && found.every(({ address }) => isAddressAllowed(address, this.#local));
      return allowed ? undefined : "not a public address";
    } catch {
      return "the host does not resolve";
    }
  }
}
