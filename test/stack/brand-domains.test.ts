import { describe, it } from "vitest";
import { templateOf } from "./synth.ts";

const arn = "arn:aws:acm:us-east-1:111122223333:certificate/brand";

describe("hosts of brands", () => {
  it("each lead to the public API with a certificate of their own, and are in every Lambda's settings", () => {
    const brandDomains = [
      { host: "pay.nordwind.example", certificateArn: `${arn}-1` },
      { host: "pay.north.example", certificateArn: `${arn}-2` },
    ];
    const template = templateOf({ brandDomains });
    for (const { host, certificateArn } of brandDomains)
      template.hasResourceProperties("AWS::ApiGateway::DomainName", {
        ...{ DomainName: host, RegionalCertificateArn: certificateArn },
        SecurityPolicy: "SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09",
      });
    template.resourceCountIs("AWS::ApiGateway::DomainName", 2);
    template.resourceCountIs("AWS::ApiGateway::BasePathMapping", 2);
    template.hasResourceProperties("AWS::Lambda::Function", {
      FunctionName: "sluice-sandbox-brands",
      Environment: { Variables: { BRAND_DOMAINS: "pay.nordwind.example,pay.north.example" } },
    });
  });
});
