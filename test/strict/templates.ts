import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A resource of a CloudFormation template. */
interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
  readonly Metadata?: Record<string, unknown>;
}

/** The part of a template that this reads. */
export interface Template {
  readonly Resources: Record<string, Resource>;
}

/** Templates by file name, nested ones too. */
export type Templates = Readonly<Record<string, Template>>;

const nestedPath = "aws:asset:path";

/** The templates of a synthesized assembly. */
export function readTemplates(assembly: string): Templates {
  const files = readdirSync(assembly).filter((file) => file.endsWith(".template.json"));
  return Object.fromEntries(files.map((file) => [file, JSON.parse(readFileSync(join(assembly, file), "utf8"))]));
}

/** Without what changes with every build: where code lies, and the notes for tools. */
export function minimizeTemplate(templates: Templates): Templates {
  return mapResources(templates, (resource) => {
    const path = nestedFileOf(resource);
    const { Metadata: _, ...rest } = resource;
    if (path !== null) return { ...rest, Metadata: { [nestedPath]: path } };
    return hasCode(resource) ? { ...rest, Properties: { ...rest.Properties, Code: null } } : rest;
  });
}

/** With the code of the present build in place of the code that was left out. */
export function withCode(templates: Templates, present: Templates): Templates {
  const all = Object.values(present).flatMap(({ Resources }) => Object.entries(Resources).filter(isFunction));
  const codes = new Map(all.map(([id, { Properties }]) => [id, Properties?.Code]));
  const [any] = codes.values();
  return mapResources(templates, (resource, id) =>
    resource.Type === "AWS::Lambda::Function" && resource.Properties?.Code === null
      ? { ...resource, Properties: { ...resource.Properties, Code: codes.get(id) ?? any } }
      : resource,
  );
}

/** Without the gateway resource whose last path part is this one, in a deployment that has another id. */
export function withoutRoute(templates: Templates, pathPart: string): Templates {
  let removed = 0;
  const less = Object.entries(templates).map(([file, template]): [string, Template] => {
    const gone = Object.entries(template.Resources)
      .filter(([, { Type, Properties }]) => isGatewayResource(Type) && Properties?.PathPart === pathPart)
      .map(([id]) => id);
    removed += gone.length;
    const stays = ([id, resource]: [string, Resource]) =>
      !gone.includes(id) && !gone.some((each) => refersTo(resource.Properties?.ResourceId, each));
    const Resources = Object.fromEntries(Object.entries(template.Resources).filter(stays));
    return [file, withOtherDeployments({ ...template, Resources })];
  });
  if (removed === 0) throw new Error(`no gateway resource has the path part ${pathPart}`);
  return Object.fromEntries(less);
}

/** The file of a nested stack's template; null for any other resource. */
export function nestedFileOf({ Type, Metadata }: Resource): string | null {
  const path = Metadata?.[nestedPath];
  return Type === "AWS::CloudFormation::Stack" && typeof path === "string" ? path : null;
}

/** A deployment is what is live: other routes are another one. */
function withOtherDeployments(template: Template): Template {
  const ids = Object.keys(template.Resources).filter(
    (id) => template.Resources[id]?.Type === "AWS::ApiGateway::Deployment",
  );
  return JSON.parse(ids.reduce((text, id) => text.replaceAll(`"${id}"`, `"${id}before"`), JSON.stringify(template)));
}

function mapResources(templates: Templates, change: (resource: Resource, id: string) => Resource): Templates {
  return Object.fromEntries(
    Object.entries(templates).map(([file, template]) => {
      const changed = Object.entries(template.Resources).map(([id, each]) => [id, change(each, id)]);
      return [file, { ...template, Resources: Object.fromEntries(changed) }];
    }),
  );
}

function hasCode({ Type, Properties }: Resource): boolean {
  const code = Properties?.Code;
  return Type === "AWS::Lambda::Function" && typeof code === "object" && code !== null && "S3Key" in code;
}

function isFunction([, { Type }]: [string, Resource]): boolean {
  return Type === "AWS::Lambda::Function";
}

function isGatewayResource(type: string): boolean {
  return type === "AWS::ApiGateway::Resource";
}

function refersTo(value: unknown, id: string): boolean {
  return typeof value === "object" && value !== null && "Ref" in value && value.Ref === id;
}
