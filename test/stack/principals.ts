import type { Template } from "aws-cdk-lib/assertions";
import * as z from "zod";

const many = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const conditions = z.record(z.string(), z.record(z.string(), many)).default({});

const statement = z.strictObject({
  Effect: z.literal("Allow"),
  Action: many,
  Resource: z.unknown(),
  Condition: conditions,
  Principal: z.unknown().optional(),
  Sid: z.string().optional(),
});

/** One thing that somebody may do; whoever reads one knows every member of it, and of what it is granted on. */
export interface Permission {
  /** A Lambda by its name, a role by its logical id, or what a key's own policy names. */
  readonly who: string;
  readonly actions: readonly string[];
  readonly on: string;
  readonly condition: z.infer<typeof conditions>;
}

/** What is asked for: an action, on what, in which context. */
export interface PermissionRequest {
  readonly action: string;
  /** A part of the resource's text in the template. */
  readonly on: string;
  /** What the request says of itself, by the condition keys: a text or a list of them. */
  readonly context?: Readonly<Record<string, string | readonly string[]>>;
}

/** Every statement of every role in a template. */
export function permissionsIn(template: Template, prefix: RegExp): Permission[] {
  const names = lambdasByRole(template, prefix);
  const inline = Object.entries(template.findResources("AWS::IAM::Role")).flatMap(([id, { Properties }]) =>
    (Properties.Policies ?? []).map(({ PolicyDocument }: { PolicyDocument: unknown }) => [[id], PolicyDocument]),
  );
  const attached = attachedPolicies(template).map(({ Properties }) => [
    Properties.Roles.map(({ Ref }: { Ref: string }) => Ref),
    Properties.PolicyDocument,
  ]);
  return [...inline, ...attached].flatMap(([roles, document]: [string[], { Statement: unknown[] }]) =>
    document.Statement.map((each) => statement.parse(each)).flatMap(({ Action, Resource, Condition }) =>
      roles.map((role) => ({
        ...{ who: names.get(role) ?? role, actions: Action, on: JSON.stringify(Resource), condition: Condition },
      })),
    ),
  );
}

/** The policies attached to roles. CDK puts what no role takes inline into a managed one of its own. */
function attachedPolicies(template: Template) {
  return ["AWS::IAM::Policy", "AWS::IAM::ManagedPolicy"].flatMap((type) => Object.values(template.findResources(type)));
}

/** What the policies of keys and buckets themselves allow, by whom they name: the account, whose own administrators IAM tells apart, and roles by their logical ids. */
export function resourcePoliciesIn(template: Template): Permission[] {
  const keys = Object.entries(template.findResources("AWS::KMS::Key")).map(
    ([id, { Properties }]) => [id, Properties.KeyPolicy] as const,
  );
  const buckets = Object.values(template.findResources("AWS::S3::BucketPolicy")).map(
    ({ Properties }) => [String(Properties.Bucket.Ref), Properties.PolicyDocument] as const,
  );
  return [...keys, ...buckets].flatMap(([on, { Statement }]) =>
    (Statement as { Effect: string }[])
      .filter(({ Effect }) => Effect !== "Deny")
      .map((each) => statement.parse(each))
      .map(({ Action, Condition, Principal }) => ({
        who: whoIs(Principal),
        actions: Action,
        on,
        condition: Condition,
      })),
  );
}

/** The managed policies of AWS that roles have, sorted. */
export function managedPoliciesIn(template: Template): string[] {
  const roles = Object.values(template.findResources("AWS::IAM::Role"));
  const policies = roles.flatMap(({ Properties }) => Properties.ManagedPolicyArns ?? []);
  return [...new Set(policies.map((each) => /policy\/[\w/-]+/.exec(JSON.stringify(each))?.[0] ?? "?"))].sort();
}

function whoIs(principal: unknown): string {
  const text = JSON.stringify(principal);
  if (/:root"/.test(text)) return "the account";
  return /"Fn::GetAtt":\["(\w+)"/.exec(text)?.[1] ?? /"Service":"([\w.]+)"/.exec(text)?.[1] ?? text;
}

/** Who may do what is asked, sorted. */
export function whoMay(allowed: readonly Permission[], { action, on, context = {} }: PermissionRequest): string[] {
  const found = allowed.filter(
    (each) => each.actions.some((one) => covers(one, action)) && each.on.includes(on) && holds(each.condition, context),
  );
  return [...new Set(found.map(({ who }) => who))].sort();
}

/** Whether a pattern of IAM, in which `*` is anything, covers a text. */
export function covers(pattern: string, text: string): boolean {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "i").test(text);
}

function holds(condition: Permission["condition"], context: NonNullable<PermissionRequest["context"]>): boolean {
  return Object.entries(condition).every(([operator, keys]) =>
    Object.entries(keys).every(([key, wanted]) => isTrue(operator, wanted, context[key])),
  );
}

function isTrue(operator: string, wanted: readonly string[], given: string | readonly string[] | undefined): boolean {
  const texts = given === undefined ? [] : [given].flat();
  switch (operator) {
    case "StringEquals":
      return texts.length > 0 && texts.every((text) => wanted.includes(text));
    case "ForAllValues:StringEquals":
      return texts.every((text) => wanted.includes(text));
    case "ForAllValues:StringLike":
      return texts.every((text) => wanted.some((pattern) => covers(pattern, text)));
    case "Null":
      return wanted.includes(String(given === undefined));
    default:
      throw new Error(`a condition that is unknown here: ${operator}`);
  }
}

function lambdasByRole(template: Template, prefix: RegExp): Map<string, string> {
  const lambdas = Object.values(template.findResources("AWS::Lambda::Function"));
  return new Map(
    lambdas.flatMap(({ Properties }) => {
      const role = Properties.Role["Fn::GetAtt"]?.[0];
      if (role === undefined || Properties.FunctionName === undefined) return [];
      return [[role, String(Properties.FunctionName).replace(prefix, "")] as const];
    }),
  );
}

/** Every statement of the roles of a stage that tests are about, each by its Lambda's own name. */
export function rolesOf(template: Template): Permission[] {
  return permissionsIn(template, /^sluice-(example|sandbox)-/);
}

/** Who may read each secret of a template. */
export function readersIn(template: Template): Record<string, string[]> {
  const secrets = Object.keys(template.findResources("AWS::SecretsManager::Secret"));
  const action = "secretsmanager:GetSecretValue";
  return Object.fromEntries(secrets.map((on) => [plain(on), whoMay(rolesOf(template), { action, on })]));
}

/** A logical id without the digest at its end. */
export function plain(id: string): string {
  return id.replace(/[0-9A-F]{8}$/, "");
}
