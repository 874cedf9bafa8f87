import { StageRefused } from "./stage-refused.ts";

/** A host of a brand and the certificate that covers it, of the stage's own region. */
export interface BrandDomain {
  readonly host: string;
  readonly certificateArn: string;
}

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const hostName = new RegExp(`^(?=.{4,253}$)(?:${label}\\.)+${label}$`);

/** Reads `-c brandDomains=host=certificateArn,...`; what the stage answers under already is refused, and so is a host said twice. */
export function readBrandDomains(
  given: string,
  own: { readonly api: string; readonly onboard: string } | null,
): BrandDomain[] {
  const domains = given
    .split(",")
    .filter(Boolean)
    .map((pair) => readHost("brandDomains", pair));
  const taken = new Set(own === null ? [] : [own.api, own.onboard]);
  for (const { host } of domains) {
    if (taken.has(host)) throw new StageRefused(`-c brandDomains: the stage answers under ${host} already.`);
    taken.add(host);
  }
  return domains;
}

/** Reads a host and its certificate, HOST=CERTIFICATE-ARN. */
export function readHost(key: string, pair: string): BrandDomain {
  const [host = "", certificateArn = "", ...more] = pair.split("=");
  if (!hostName.test(host) || !certificateArn.startsWith("arn:") || more.length > 0)
    throw new StageRefused(
      `-c ${key}: "${pair}" is not HOST=CERTIFICATE-ARN (a host name in small letters).`,
    );
  return { host, certificateArn };
}
