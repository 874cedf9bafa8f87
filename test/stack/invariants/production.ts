import { z } from "zod";
import { ofType, type Product } from "./templates.ts";

const versioningSchema = z.object({ Status: z.string() }).optional();

/** Invariant 12, of the place: production is in one account and region, and nobody deletes it by a slip. */
export function unpinnedFunctions({ name, settings }: Product): string[] {
  return [
    ...(settings.account === null ? [`${name}: production has no account: name it in the stage's file.`] : []),
    ...(settings.region === null ? [`${name}: production has no region: name it in the stage's file.`] : []),
    ...(settings.terminationProtection
      ? []
      : [`${name}: production can be deleted by one command: set terminationProtection.`]),
  ];
}

/** Invariant 12, of files: a bucket that production keeps has every version of an object. */
export function unversionedBuckets(product: Product, reasons: Readonly<Record<string, string>>): string[] {
  return ofType(product, "AWS::S3::Bucket").flatMap(({ address, properties, deletionPolicy }) => {
    const status = versioningSchema.parse(properties.VersioningConfiguration)?.Status;
    const isKept = deletionPolicy?.startsWith("Retain") === true;
    const hasReason = Object.keys(reasons).some((start) => address.startsWith(start));
    if (!isKept || status === "Enabled" || hasReason) return [];
    return [
      `${product.name}: ${address} is kept and an overwritten file is lost: set versioned, or put the reason on record in test/stack/invariants/reasons.ts.`,
    ];
  });
}

/** Invariant 12, of holding: production's tables, buckets, keys and secrets outlive their stack. */
export function unretainedResources(product: Product): string[] {
  const held = ["AWS::DynamoDB::GlobalTable", "AWS::S3::Bucket", "AWS::KMS::Key", "AWS::SecretsManager::Secret"];
  return product.resources
    .filter(({ type, deletionPolicy }) => held.includes(type) && !deletionPolicy?.startsWith("Retain"))
    .map(
      ({ address, type }) =>
        `${product.name}: ${address} (${type}) goes with its stack: set a removal policy that retains it.`,
    );
}
