import { type Product, type Resource, targets } from "./templates.ts";

/** The property that names a resource for its account, and how long AWS lets it be. */
const nameOf: Readonly<Record<string, readonly [property: string, longest: number]>> = {
  "AWS::CloudWatch::Alarm": ["AlarmName", 255],
  "AWS::CloudWatch::Dashboard": ["DashboardName", 255],
  "AWS::DynamoDB::GlobalTable": ["TableName", 255],
  "AWS::Events::Rule": ["Name", 64],
  "AWS::IAM::Role": ["RoleName", 64],
  "AWS::KMS::Alias": ["AliasName", 256],
  "AWS::Lambda::Function": ["FunctionName", 64],
  "AWS::Logs::LogGroup": ["LogGroupName", 512],
  "AWS::S3::Bucket": ["BucketName", 63],
  "AWS::SecretsManager::Secret": ["Name", 512],
  "AWS::SQS::Queue": ["QueueName", 80],
  "AWS::SSM::Parameter": ["Name", 1011],
  "AWS::StepFunctions::StateMachine": ["StateMachineName", 80],
  "AWS::WAFv2::WebACL": ["Name", 128],
};

// An account and region have one of each, whoever makes it.
const onlyOnce = ["AWS::ApiGateway::Account"];

interface Named extends Resource {
  readonly product: string;
  readonly name: string;
  readonly longest: number;
}

/** Invariant 7, of retention: a fixed name that survives a failed creation makes the next one fail. */
export function retainedNames(products: readonly Product[]): string[] {
  return named(products)
    .filter(({ deletionPolicy }) => deletionPolicy === "Retain")
    .map(
      ({ product, address, name }) =>
        `${product}: ${address} has the fixed name ${name} and RETAIN, so it survives a failed creation and the next one says that it exists: use RETAIN_ON_UPDATE_OR_DELETE.`,
    );
}

/** Invariant 7, of clashes: nothing of the two products has another's name, and what an account has once is made once. */
export function sharedNames(products: readonly Product[]): string[] {
  const byName = Map.groupBy(named(products), ({ type, name }) => `${type} ${name}`);
  const alone = products.flatMap(({ resources, name }) =>
    resources.filter(({ type }) => onlyOnce.includes(type)).map((each) => ({ ...each, product: name })),
  );
  const byType = Map.groupBy(alone, ({ type }) => type);
  return [...byName, ...byType].flatMap(([what, owners]) =>
    owners.length < 2
      ? []
      : [
          `${owners.map(({ product, address }) => `${product}: ${address}`).join(" and ")} are both ${what}, and an account has one: let one of them own it.`,
        ],
  );
}

/** Invariant 7, of length: at the longest name of a stage. */
export function longNames(products: readonly Product[]): string[] {
  return [...products.flatMap(longQueues), ...longFixedNames(products)];
}

const randomCharacters = 12;

// CloudFormation cuts a longer one short, and an operator no longer knows the queue by its name.
function longQueues({ name, settings, resources }: Product): string[] {
  const [, longest = 0] = nameOf["AWS::SQS::Queue"] ?? [];
  const made = resources.filter(({ type, properties }) => type === "AWS::SQS::Queue" && !properties.QueueName);
  return made.flatMap(({ address, logicalId }) => {
    const { length } = `${settings.stackName}-${logicalId}-${"x".repeat(randomCharacters)}`;
    if (length <= longest) return [];
    return [
      `${name}: ${address} gets a name of ${length} characters, and a queue's has ${longest}: shorten its construct's id, or longestStageName in lib/stage/name.ts.`,
    ];
  });
}

function longFixedNames(products: readonly Product[]): string[] {
  return named(products)
    .filter(({ name, longest }) => name.length > longest)
    .map(
      ({ product, address, name, longest }) =>
        `${product}: ${address} is called ${name}, ${name.length} characters of ${longest} that AWS allows: shorten the name, or longestStageName in lib/stage/name.ts.`,
    );
}

function named(products: readonly Product[]): Named[] {
  return products.flatMap((product) =>
    product.resources.flatMap((resource) => {
      const [property = "", longest = 0] = nameOf[resource.type] ?? [];
      const given = resource.properties[property];
      // A name that has the name of another resource in it is no more fixed than that.
      if (given === undefined || targets(given).some((each) => !each.startsWith("AWS::"))) return [];
      const name = typeof given === "string" ? given : JSON.stringify(given);
      return [{ ...resource, product: product.name, name, longest }];
    }),
  );
}
