import { expect } from "vitest";
import { auditOperations } from "../../../functions/contract/console/audit.ts";
import { flagOperations } from "../../../functions/contract/tenants/flags.ts";
import { SignedClient } from "../../support/journeys/signed.ts";
import { Client } from "../../support/runner/client.ts";
import type { Visit } from "../visit.ts";

/** A request signed by IAM passes at the operators' gateway, and its principal is the actor of what it did. */
export async function iamOperatorCall(visit: Visit): Promise<string> {
  const { operatorUrl, region } = visit.endpoints;
  const tenant = await visit.tenant();
  const body = { key: "escrow.enabled", enabled: false, tenantId: tenant.id, note: "signed" };
  await new SignedClient(operatorUrl, region).call(flagOperations.setFlag, { body });
  const { data } = await visit.operator.call(auditOperations.listAudit, { query: { tenantId: tenant.id } });
  expect(data[0]).toMatchObject({ action: "setFlag", actor: expect.stringMatching(/^arn:aws:/) });
  const { status } = await new Client(operatorUrl, null).send("GET", "/admin/flags");
  expect([401, 403], `an unsigned call answered ${status}`).toContain(status);
  return `IAM operator call: ${data[0]?.actor} is the audit actor, an unsigned call is ${status}`;
}
