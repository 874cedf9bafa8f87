import { CfnOutput } from "aws-cdk-lib";
import type { DomainName } from "aws-cdk-lib/aws-apigateway";
import type { Construct } from "constructs";

/** A host of a public API and what the gateway made for it. */
interface Hosted {
  readonly id: string;
  readonly host: string;
  readonly domain: DomainName;
}

/** Prints what a host's DNS record points to: the gateway's regional name for a CNAME, and its zone for an alias in Route 53. */
export function dnsOutputs(scope: Construct, { id, host, domain }: Hosted): void {
  const name = outputName(id);
  const output = (end: string, description: string, value: string) =>
    new CfnOutput(scope, `${name}${end}`, { description, value }).overrideLogicalId(`${name}${end}`);
  output("DnsTarget", `What the DNS record of ${host} points to`, domain.domainNameAliasDomainName);
  output("DnsZoneId", "The zone of that target, for an alias record", domain.domainNameAliasHostedZoneId);
}

/** Outputs have letters and digits alone: `api-domain` is ApiDomain, `brand-a.example` is BrandADotexample. Two hosts never share a name. */
function outputName(id: string): string {
  const [first = "", ...rest] = id.split("-");
  return capital(first) + capital(rest.join("Dash").replaceAll(".", "Dot"));
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
