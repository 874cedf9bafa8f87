import type { Page } from "playwright-core";
import { expect } from "vitest";
import { kybOperations } from "../../../functions/contract/onboarding/kyb.ts";
import { tenantOperations } from "../../../functions/contract/tenants/tenants.ts";
import type { Form } from "../../../functions/domain/core/form.ts";
import { aPdf } from "../core/files.ts";
import { goodForms } from "../onboarding/kyb-forms.ts";
import { until } from "../runner/until.ts";
import { operator, TestTenant } from "./journey.ts";

/** What the button of most steps says. */
export const goOn = "Save and go on";

/** Somebody invited; where the link leads, and under which id operators know the application. */
export function invitedApplicant(input: object = {}): Promise<{ id: string; magicLink: string }> {
  const body = { legalName: "Harbor Widgets, Inc.", contactEmail: "ada@harbor.example", ...input };
  return operator.call(kybOperations.inviteApplicant, { body });
}

/** Fills in a form of whichever page is open, by the names of its fields. */
export async function type(page: Page, fields: Form): Promise<void> {
  for (const [name, value = ""] of Object.entries(fields)) {
    const field = page.locator(`main [name="${name}"]`);
    const kind = await field.first().getAttribute("type");
    if (kind === "hidden") continue;
    if (kind === "radio") await field.and(page.locator(`[value="${value}"]`)).check();
    else if (kind === "checkbox") await field.setChecked(value === "yes");
    else if (kind === null) await field.selectOption(value);
    else await field.fill(value);
  }
}

/** Fills a step in and sends it. */
export async function fillStep(page: Page, fields: Form, button: string | RegExp = goOn): Promise<void> {
  await type(page, fields);
  await page.getByRole("button", { name: button }).click();
}

/** From the list of documents to where the named one is chosen. */
export async function toUpload(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: `Choose a file ${title}` }).click();
  await page.getByLabel(/^The file/).waitFor();
}

/** Chooses a file on the upload page. */
export async function choose(page: Page, buffer: Uint8Array, mimeType = "application/pdf"): Promise<void> {
  await page
    .getByLabel(/^The file/)
    .setInputFiles({ name: `a.${mimeType.split("/")[1]}`, ...{ mimeType, buffer: Buffer.from(buffer) } });
}

/** Brings a document, from the list and back to it. */
export async function bring(page: Page, title: string): Promise<void> {
  await toUpload(page, title);
  await choose(page, await aPdf([title]));
  await page.getByRole("button", { name: "Send the file" }).click();
  await page.getByText("The file is received.").waitFor();
}

export const companyDocuments = ["Formation document", "Ownership document", "Proof of address"] as const;
export const identityDocument = `Identity document of ${goodForms.person.fullName}`;

/** The tenant that an approval has made, with a key from the operator. */
export async function approvedTenant(applicationId: string): Promise<TestTenant> {
  const { tenantId } = await until(
    () => operator.call(kybOperations.getInvite, { params: { id: applicationId } }),
    ({ status }) => status === "approved",
    "the application was not approved",
  );
  const id = tenantId ?? expect.fail("an approved application has a tenant");
  const { slug } = await operator.call(tenantOperations.getTenant, { params: { id } });
  const { apiKey } = await operator.call(tenantOperations.mintKey, { params: { id } });
  return TestTenant.with(id, slug, apiKey);
}

/** What a payer types to be debited. */
export const debit = {
  holder: "Anna Example",
  accountType: "checking",
  routingNumber: "021000021",
  accountNumber: "987654321",
  authorize: "yes",
} as const;
