const someId = "-".padEnd(13, "X");

/** Longest texts of what CloudFormation puts in, of the longest partition, region and suffix. */
const pseudo: Readonly<Record<string, string>> = {
  "AWS::AccountId": "111122223333",
  "AWS::Partition": "aws-us-gov",
  "AWS::Region": "ap-southeast-2",
  "AWS::URLSuffix": "amazonaws.com.cn",
};

const arnPrefix = "arn:aws-us-gov:secretsmanager:ap-southeast-2:111122223333:secret:";

/** A resolved value as text about as long as what AWS gets: references become names and ARNs of a likely length. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || typeof value !== "object") return String(value);
  const { Ref, "Fn::GetAtt": attribute, "Fn::Join": join } = value as Record<string, unknown>;
  if (typeof Ref === "string") return pseudo[Ref] ?? `${arnPrefix}${Ref}${someId}`;
  if (Array.isArray(attribute)) return `${arnPrefix}${attribute[0]}${someId}`;
  if (Array.isArray(join)) return (join[1] as unknown[]).map(textOf).join(String(join[0]));
  return JSON.stringify(value);
}

/** A document as IAM counts it: without white space, its references as text. */
export function documentOf(value: unknown): string {
  return JSON.stringify(written(value));
}

function written(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(written);
  const isFunction = Object.keys(value).length === 1 && /^(Ref$|Fn::)/.test(Object.keys(value)[0] ?? "");
  if (isFunction) return textOf(value);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, written(each)]));
}
