import { describe, expect, it } from "vitest";
import { broken, firstOf, propertiesOf, type Resources } from "./break.ts";
import { earlyDeployments } from "./deployments.ts";
import { slowHandlers, unsignedOperators, unthrottledStages } from "./gateway-access.ts";
import { changedGateway, gatewayShapeOf, unrecordedGateway } from "./gateway-golden.ts";
import { gatewayBudget, siblings } from "./gateway-shape.ts";
import { productByName } from "./stages.ts";

const rails = productByName("dev", "rails");
const resource = "AWS::ApiGateway::Resource";

/** Rails with these resources added to the tenants' routes, below the resource that serves invoices. */
function withChildren(parts: readonly string[]): typeof rails {
  return broken(rails, "TenantRoutes", (resources) => {
    const ofInvoices = (id: string) => /^apiv1invoices[0-9A-F]{8}$/.test(id);
    const [parent, invoices] = firstOf(resources, resource, ofInvoices);
    parts.forEach((PathPart, index) => {
      const Properties = { ...invoices.Properties, PathPart, ParentId: { Ref: parent } };
      resources[`Added${index}`] = { ...invoices, Properties };
    });
  });
}

const ofTenants = (change: (resources: Resources) => void) => broken(rails, "TenantRoutes", change);

describe("a gateway that API Gateway would not make", () => {
  it("is refused where a parent has two variable children", () => {
    expect(siblings(withChildren(["{proxy+}"]))).toEqual([
      expect.stringMatching(
        /^rails: Apispublic\w+ \/api\/v1\/invoices has the variable children \{id\} and \{proxy\+\}/,
      ),
    ]);
  });

  it("is refused where a parent has a child twice, across nested stacks too", () => {
    const twice = broken(rails, "AdminRoutes", (resources) => {
      const [, admin] = firstOf(resources, resource, (id) => /^admin[0-9A-F]{8}$/.test(id));
      resources.Added = { ...admin, Properties: { ...admin.Properties, PathPart: "api" } };
    });
    expect(siblings(twice)).toEqual([expect.stringMatching(/^rails: Apispublic\w+ \/ has the child api twice/)]);
  });

  it("is refused where an API has more resources than its quota", () => {
    const many = withChildren(Array.from({ length: 300 }, (_, index) => `part-${index}`));
    expect(gatewayBudget(many)).toEqual([
      expect.stringMatching(/^rails: Apispublic\w+ has \d{3} resources, and API Gateway allows 300/),
    ]);
  });

  it("is refused where a product has more than a deployment has time for", () => {
    const methods = ofTenants((resources) => {
      const [, method] = firstOf(resources, "AWS::ApiGateway::Method");
      for (let index = 0; index < 1200; index++) resources[`Added${index}`] = method;
    });
    expect(gatewayBudget(methods)).toEqual([expect.stringMatching(/^rails: \d{4} API Gateway resources take minutes/)]);
  });
});

describe("a gateway that an update would not change", () => {
  const golden = gatewayShapeOf(rails);

  it("is refused where a path has another variable child", () => {
    const renamed = ofTenants((resources) => {
      const ofInvoices = (id: string) => /^apiv1invoicesid[0-9A-F]{8}$/.test(id);
      propertiesOf(resources, resource, ofInvoices).PathPart = "{invoiceId}";
    });
    expect(changedGateway(renamed, golden)).toContainEqual(
      expect.stringMatching(
        /^rails: Apispublic\w+ has \{invoiceId\} below \/api\/v1\/invoices where stages have \{id\}/,
      ),
    );
    expect(unrecordedGateway(renamed, golden)).toContainEqual(
      expect.stringMatching(/has \/api\/v1\/invoices\/\{invoiceId\}, which is not in test\/stack\/golden/),
    );
  });

  it("is refused where a path moves to another nested stack", () => {
    const before = Object.fromEntries(
      Object.entries(golden).map(([api, { variables, paths }]) => {
        const { TenantRoutes = [], ...others } = paths;
        return [api, { variables, paths: { ...others, OtherRoutes: TenantRoutes } }];
      }),
    );
    expect(changedGateway(rails, before)).toContainEqual(
      expect.stringMatching(/has \/api\/v1\/invoices in TenantRoutes where stages have it in OtherRoutes/),
    );
  });

  it("is refused where a path vanishes in one release", () => {
    const without = ofTenants((resources) => {
      delete resources[firstOf(resources, resource, (id) => /^apiv1invoicesidpdf[0-9A-F]{8}$/.test(id))[0]];
    });
    expect(changedGateway(without, golden)).toEqual([
      expect.stringMatching(/has no \/api\/v1\/invoices\/\{id\}\/pdf any more.*lib\/api\/retired-paths\.ts/),
    ]);
  });
});

describe("a gateway that serves something else than its contract", () => {
  it("is refused where a deployment does not wait for its routes", () => {
    const early = broken(rails, "", (resources) => {
      const isPublic = (id: string) => id.startsWith("ApispublicDeployment");
      const [, deployment] = firstOf(resources, "AWS::ApiGateway::Deployment", isPublic);
      deployment.DependsOn = deployment.DependsOn.filter((each) => !each.includes("PublicRoutes"));
    });
    expect(earlyDeployments(early)).toEqual([
      expect.stringMatching(/^rails: ApispublicDeployment\w+ does not wait for ApisPublicRoutesNestedStack/),
    ]);
  });

  it("is refused where a deployment does not wait for what the gateway answers itself", () => {
    const early = broken(rails, "", (resources) => {
      const isPublic = (id: string) => id.startsWith("ApispublicDeployment");
      const [, deployment] = firstOf(resources, "AWS::ApiGateway::Deployment", isPublic);
      deployment.DependsOn = deployment.DependsOn.filter((each) => !each.includes("THROTTLED"));
    });
    expect(earlyDeployments(early)).toEqual([
      expect.stringMatching(/^rails: ApispublicDeployment\w+ does not wait for ApispublicTHROTTLED/),
    ]);
  });

  it("is refused where a Lambda takes as long as the gateway waits", () => {
    const slow = broken(rails, "Tenants", (resources) => {
      const isPay = (id: string) => /^pay[0-9A-F]{8}$/.test(id);
      propertiesOf(resources, "AWS::Lambda::Function", isPay).Timeout = 29;
    });
    expect(slowHandlers(slow)).toContainEqual(expect.stringMatching(/^rails: Tenants\/pay\w+ may take 29 s/));
  });

  it("is refused where its stage has no throttle", () => {
    const open = broken(rails, "", (resources) => {
      propertiesOf(resources, "AWS::ApiGateway::Stage").MethodSettings = [
        { HttpMethod: "*", ResourcePath: "/*", ThrottlingRateLimit: 10 },
      ];
    });
    expect(unthrottledStages(open)).toContainEqual(
      expect.stringMatching(/^rails: ApispublicDeploymentStage\w+ has no throttle of its own/),
    );
  });

  it("is refused where an operators' path takes requests that nobody signed", () => {
    const unsigned = broken(rails, "OperatorRoutes", (resources) => {
      const isTenants = (id: string) => /^admintenantsANY/.test(id);
      propertiesOf(resources, "AWS::ApiGateway::Method", isTenants).AuthorizationType = "NONE";
    });
    expect(unsignedOperators(unsigned)).toEqual([
      expect.stringMatching(/^rails: OperatorRoutes\/admintenantsANY\w+ serves \/admin\/tenants of the operators' API/),
    ]);
  });

  it("is refused where the operators' API is called something else", () => {
    const renamed = broken(rails, "", (resources) => {
      for (const { Type, Properties } of Object.values(resources))
        if (Type === "AWS::ApiGateway::RestApi") Properties.Name = "api";
    });
    expect(unsignedOperators(renamed)).toEqual([expect.stringMatching(/^rails: no API is called NAME-operator/)]);
  });
});
