import { RegionInfo } from "aws-cdk-lib/region-info";
import * as z from "zod";

// The text beside each schema ends the sentence that refuses any other value: "write ...".

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const hostName = new RegExp(`^(?=.{4,253}$)(?:${label}\\.)+${label}$`);

/** Text of a pattern. */
export function textLike(pattern: RegExp, expected: string): z.ZodString {
  return z.string(expected).regex(pattern, expected);
}

/** One of several words. */
export function wordOf<const T extends readonly string[]>(values: T, expected = `one of ${values.join(", ")}`) {
  return z.enum(values, expected);
}

/** A whole number within limits. */
export function wholeNumber(expected: string, { from, to }: { readonly from: number; readonly to: number }) {
  return z.int(expected).min(from, expected).max(to, expected);
}

/** An address on the web. */
export function webAddress(protocol: RegExp, expected: string) {
  return z.string(expected).refine((text) => protocol.test(URL.parse(text)?.protocol ?? ""), expected);
}

const ofRegions = "a region of AWS, such as us-east-1";

/** A region of AWS's standard partition that the CDK knows. */
export const regionName = z.string(ofRegions).refine((text) => {
  return RegionInfo.regions.some(({ name, partition }) => name === text && partition === "aws");
}, ofRegions);

/** An AWS account's number: text, because some begin with 0. */
export const accountNumber = textLike(/^\d{12}$/, "the 12 digits of the AWS account, in quotes, such as 111122223333");

/** A certificate in ACM. */
export const certificateArn = textLike(
  /^arn:aws:acm:[a-z0-9-]+:\d{12}:certificate\/[A-Za-z0-9-]+$/,
  "the ARN of a certificate in ACM, arn:aws:acm:REGION:ACCOUNT:certificate/ID",
);

/** A topic in SNS. */
export const topicArn = textLike(
  /^arn:aws:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]{1,256}$/,
  "the ARN of an SNS topic, arn:aws:sns:REGION:ACCOUNT:NAME",
);

/** A host name. */
export const host = textLike(hostName, "a host name in lower-case letters, such as api.example.com");

/** The region and the account that an ARN names. */
export function placeOf(arn: string): { readonly region: string; readonly account: string } {
  const [, , , region = "", account = ""] = arn.split(":");
  return { region, account };
}
