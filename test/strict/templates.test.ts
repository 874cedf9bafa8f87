import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { minimizeTemplate, readTemplates, type Template, type Templates, withCode, withoutRoute } from "./templates.ts";

const hash = "a".repeat(64);

const routes: Template = {
  Resources: {
    Search: { Type: "AWS::ApiGateway::Resource", Properties: { PathPart: "search" } },
    SearchGet: { Type: "AWS::ApiGateway::Method", Properties: { ResourceId: { Ref: "Search" } } },
    Audit: { Type: "AWS::ApiGateway::Resource", Properties: { PathPart: "audit" } },
    AuditGet: { Type: "AWS::ApiGateway::Method", Properties: { ResourceId: { Ref: "Audit" } } },
  },
};

const root: Template = {
  Resources: {
    Pay: {
      Type: "AWS::Lambda::Function",
      Properties: { Code: { S3Bucket: "assets", S3Key: `${hash}.zip` }, Timeout: 28 },
      Metadata: { "aws:asset:path": `asset.${hash}` },
    },
    Routes: {
      Type: "AWS::CloudFormation::Stack",
      Properties: { TemplateURL: `https://bucket/${hash}.json` },
      Metadata: { "aws:asset:path": "routes.nested.template.json", "aws:cdk:path": "rails/routes" },
    },
    Live: { Type: "AWS::ApiGateway::Deployment", Properties: {} },
    Stage: { Type: "AWS::ApiGateway::Stage", Properties: { DeploymentId: { Ref: "Live" } } },
  },
};

const templates: Templates = { "rails.template.json": root, "routes.nested.template.json": routes };

describe("templates that are kept for the next release", () => {
  test("have neither hashes of code nor notes for tools, but which nested template is whose", () => {
    const stored = minimizeTemplate(templates)["rails.template.json"]?.Resources;
    expect(stored?.Pay).toEqual({ Type: "AWS::Lambda::Function", Properties: { Code: null, Timeout: 28 } });
    expect(stored?.Routes?.Metadata).toEqual({ "aws:asset:path": "routes.nested.template.json" });
  });

  test("get the present code of each function, and any for a function that is gone", () => {
    const code = { S3Bucket: "assets", S3Key: "present.zip" };
    const present: Templates = {
      "now.template.json": { Resources: { Pay: { Type: "AWS::Lambda::Function", Properties: { Code: code } } } },
    };
    const old: Template = {
      Resources: { Gone: { Type: "AWS::Lambda::Function", Properties: { Code: null } }, ...root.Resources },
    };
    const filled = withCode(minimizeTemplate({ "rails.template.json": old }), present)["rails.template.json"];
    expect(filled?.Resources.Pay?.Properties).toEqual({ Code: code, Timeout: 28 });
    expect(filled?.Resources.Gone?.Properties).toEqual({ Code: code });
  });

  test("are read from an assembly by their names", () => {
    const folder = join(mkdtempSync(join(tmpdir(), "sluice-templates-")), "cdk.out");
    mkdirSync(folder);
    for (const [file, template] of Object.entries(templates))
      writeFileSync(join(folder, file), JSON.stringify(template));
    writeFileSync(join(folder, "manifest.json"), "{}");
    expect(readTemplates(folder)).toEqual(templates);
  });
});

describe("templates less a route", () => {
  const less = withoutRoute(templates, "search");

  test("lack its resource and its methods and nothing else", () => {
    expect(Object.keys(less["routes.nested.template.json"]?.Resources ?? {})).toEqual(["Audit", "AuditGet"]);
  });

  test("have another deployment, which is what the stage serves", () => {
    const { Resources } = less["rails.template.json"] ?? root;
    expect(Object.keys(Resources)).toEqual(["Pay", "Routes", "Livebefore", "Stage"]);
    expect(Resources.Stage?.Properties).toEqual({ DeploymentId: { Ref: "Livebefore" } });
  });

  test("are refused for a route that there is none of", () => {
    expect(() => withoutRoute(templates, "nowhere")).toThrow(/no gateway resource has the path part nowhere/);
  });
});

test("the recorded release is small enough to be kept with the sources", () => {
  const bytes = readFileSync(join(import.meta.dirname, "previous/templates.json.gz")).length;
  expect(bytes).toBeLessThan(200_000);
});
