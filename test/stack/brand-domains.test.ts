import { describe, expect, it } from "vitest";
import { readBrandDomains } from "../../lib/brand-domains.ts";
import { StageRefused } from "../../lib/stage-refused.ts";
import { templateOf } from "./synth.ts";

const arn = "arn:aws:acm:us-east-1:123456789012:certificate/brand";

describe("hosts of brands", () => {
  it("are none where nothing is said", () => {
    expect(readBrandDomains("", null)).toEqual([]);
  });

  it("each lead to the public API with a certificate of their own, and are told to every Lambda", () => {
    const brandDomains = `pay.nordwind.example=${arn}-1,pay.north.example=${arn}-2`;
    const template = templateOf({ brandDomains });
    for (const [DomainName, RegionalCertificateArn] of [
      ["pay.nordwind.example", `${arn}-1`],
      ["pay.north.example", `${arn}-2`],
    ])
      template.hasResourceProperties("AWS::ApiGateway::DomainName", {
        ...{ DomainName, RegionalCertificateArn, SecurityPolicy: "TLS_1_2" },
      });
    template.resourceCountIs("AWS::ApiGateway::DomainName", 2);
    template.resourceCountIs("AWS::ApiGateway::BasePathMapping", 2);
    template.hasResourceProperties("AWS::Lambda::Function", {
      FunctionName: "sluice-sandbox-brands",
      Environment: {
        Variables: { BRAND_DOMAINS: "pay.nordwind.example,pay.north.example" },
      },
    });
  });

  it.each([
    ["without a certificate", "pay.nordwind.example", /is not HOST=CERTIFICATE-ARN/],
    ["with something else for one", "pay.nordwind.example=yes", /is not HOST=CERTIFICATE-ARN/],
    ["in capitals", `PAY.nordwind.example=${arn}`, /is not HOST=CERTIFICATE-ARN/],
    ["with a way out of it", `pay.example/x=${arn}`, /is not HOST=CERTIFICATE-ARN/],
    ["twice", `a.example=${arn},a.example=${arn}`, /answers under a.example already/],
    ["that are the stage's own", `pay.example.com=${arn}`, /answers under pay.example.com already/],
  ])("are refused %s", (_, given, problem) => {
    const own = { api: "api.example.com", onboard: "pay.example.com" };
    expect(() => readBrandDomains(given, own)).toThrow(StageRefused);
    expect(() => readBrandDomains(given, own)).toThrow(problem);
  });
});
