import {
  exposureProviders,
  isReachableExposure,
  type ReachableExposure,
  reachableExposures,
} from "../functions/domain/exposure-words.ts";
import { type BrandDomain, readHost } from "./brand-domains.ts";
import { oneOf, type ReadContext, text } from "./context.ts";
import { StageRefused } from "./stage-refused.ts";

const screenings = ["mock", "sluice"];

/** How a stage screens: whom the rails ask, and what the screening interface is. */
export interface KytSettings {
  /** `mock`, or `sluice`: the screening interface. */
  readonly kyt: string;
  /** Where the rails ask a screening interface that is not this stage's own; null for its own. */
  readonly kytUrl: string | null;
  /** The address that the outside uses for this stage's own where it is not the gateway's: the local forwarder's. */
  readonly kytPublicUrl: string | null;
  /** Its host. */
  readonly kytDomain: BrandDomain | null;
  /** Who is asked about an address beside the lists. */
  readonly exposure: readonly ReachableExposure[];
}

/** Reads `-c kyt=... -c kytUrl=... -c kytDomain=HOST=CERTIFICATE-ARN -c exposure=...`, or refuses them with one sentence. */
export function readKyt(read: ReadContext, kind: "sandbox" | "prod" | "dev"): KytSettings {
  const domain = text(read, "kytDomain");
  return {
    kyt: oneOf(screenings, "kyt", text(read, "kyt") ?? "mock"),
    kytUrl: address(text(read, "kytUrl"), kind),
    kytPublicUrl: text(read, "kytPublicUrl"),
    kytDomain: domain === null ? null : readHost("kytDomain", domain),
    exposure: readExposure(text(read, "exposure") ?? ""),
  };
}

function address(said: string | null, kind: "sandbox" | "prod" | "dev"): string | null {
  if (said === null) return null;
  const protocol = URL.parse(said)?.protocol;
  if (protocol === "https:" || (protocol === "http:" && kind === "sandbox")) return said.replace(/\/+$/, "");
  throw new StageRefused(`-c kytUrl=${said} is not an https address.`);
}

function readExposure(said: string): readonly ReachableExposure[] {
  const names = said.split(",").filter(Boolean);
  return [...new Set(names)].map((name) => {
    const provider = oneOf(exposureProviders, "exposure", name);
    if (!isReachableExposure(provider))
      throw new StageRefused(
        `${provider} cannot be asked: it is declared, and has no adapter yet (-c exposure=${reachableExposures.join(",")}).`,
      );
    return provider;
  });
}
