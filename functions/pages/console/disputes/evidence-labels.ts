import type { FileType } from "../../../domain/core/file-type.ts";
import type { DisputeCase, Evidence } from "../../../domain/disputes/case.ts";
import type { CompellingAction } from "../../../domain/disputes/compelling-evidence.ts";
import { type EvidenceType, evidenceRequirement, evidenceTypes } from "../../../domain/disputes/evidence-type.ts";
import { evidenceLabels } from "../../../domain/disputes/labels.ts";

export const originLabels: Readonly<Record<Evidence["origin"], string>> = {
  tenant: "the tenant",
  operator: "an operator",
  service: "this service",
};

export const fileLabels: Readonly<Record<FileType, string>> = {
  "application/pdf": "PDF",
  "image/png": "PNG image",
  "image/jpeg": "JPEG image",
  "text/plain": "Text file",
};

const endings: Readonly<Record<FileType, string>> = {
  "application/pdf": "pdf",
  "image/png": "png",
  "image/jpeg": "jpg",
  "text/plain": "txt",
};

/** What a file is called that its sender did not name: a browser's form tells its name to the store alone. */
export function filenameOf(type: EvidenceType, contentType: FileType): string {
  return `${type}.${endings[contentType]}`;
}

/** What can be chosen from: what the case asks for first. */
export function evidenceOptions({ category }: DisputeCase): (readonly [string, string])[] {
  const { required, oneOf, helpful } = evidenceRequirement[category];
  const input = [...new Set([...required, ...oneOf.flat(), ...helpful])];
  const others = evidenceTypes.filter((each) => !input.includes(each));
  return [["", "Choose"], ...[...input, ...others].map((each) => [each, evidenceLabels(each)] as const)];
}

export const compellingLabels: Readonly<Record<CompellingAction, string>> = {
  missing_customer_identifiers:
    "two identifiers in common with earlier payments, the IP address or the device among them",
  missing_disputed_transaction_description: "a description of what was bought",
  missing_merchandise_or_services: "whether goods or services were sold",
  missing_prior_undisputed_transaction_description: "a description of what was bought before",
  missing_prior_undisputed_transactions: "two payments that nobody disputed, 120 to 365 days before",
};
