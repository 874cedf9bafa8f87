import { describe, expect, test } from "vitest";
import * as z from "zod";
import tenants from "../../../docs/openapi.json" with { type: "json" };
import operators from "../../../docs/openapi.operator.json" with { type: "json" };
import accounts from "../../../docs/openapi.screening.json" with { type: "json" };
import screeners from "../../../docs/openapi.screening.operator.json" with { type: "json" };
import { deliveredData } from "../../../functions/contract/webhooks/event-schemas.ts";
import { eventNames } from "../../../functions/domain/core/event.ts";
import { suspensionPrograms } from "../../../functions/domain/core/program-id.ts";
import { alertKinds } from "../../../functions/domain/disputes/alert.ts";
import { alertSources } from "../../../functions/domain/disputes/alert-source.ts";
import { caseStatuses } from "../../../functions/domain/disputes/case.ts";
import { disputeNetworks } from "../../../functions/domain/disputes/network.ts";
import { disputeCategories } from "../../../functions/domain/disputes/reason-code.ts";
import { escrowStatuses } from "../../../functions/domain/escrow/escrow.ts";
import { settlementStatuses } from "../../../functions/domain/settlement/settlement.ts";
import { Schemas } from "../../../functions/http/openapi-schema.ts";

type Json = { readonly [name: string]: Json };

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Every property of a name, however deep. */
function propertiesCalled(name: string, value: unknown): Json[] {
  if (!isObject(value)) return [];
  const found = isObject(value.properties) ? value.properties[name] : undefined;
  return [...(found ? [found] : []), ...Object.values(value).flatMap((each) => propertiesCalled(name, each))];
}

const answered = (schema: z.ZodType) => new Schemas().of(schema, "output").properties as Record<string, Json>;

describe("a reply says of what form a property is", () => {
  test("a moment, a day or an id of ours, by its name", () => {
    const text = z.string();
    expect(
      answered(z.object({ createdAt: text, paidAt: text.nullable(), dueOn: text, paymentId: text })),
    ).toMatchObject({
      createdAt: { type: "string", format: "date-time" },
      paidAt: { type: ["string", "null"], format: "date-time" },
      dueOn: { type: "string", format: "date" },
      paymentId: { type: "string", pattern: "^pay_[0-9A-HJKMNP-TV-Z]{26}$" },
    });
  });

  test("but where its schema says another, and not in what is sent", () => {
    const own = z.object({ at: z.string().meta({ format: "date" }), invoiceId: z.string().meta({ maxLength: 64 }) });
    const { at, invoiceId } = answered(own);
    expect([at?.format, invoiceId?.pattern]).toEqual(["date", undefined]);
    const { properties } = new Schemas().of(z.object({ paymentId: z.string() }), "input") as { properties: Json };
    expect(properties.paymentId).not.toHaveProperty("pattern");
  });

  test.each(Object.entries({ tenants, operators, accounts, screeners }))("in the document for %s", (_, document) => {
    for (const name of ["createdAt", "updatedAt"]) {
      const found = propertiesCalled(name, document);
      expect(found.length).toBeGreaterThan(0);
      expect(found.filter(({ format }) => String(format) !== "date-time")).toEqual([]);
    }
  });
});

const closed: Readonly<Record<string, readonly string[]>> = {
  "settlement status": settlementStatuses,
  "alert source": alertSources,
  "alert kind": alertKinds,
  "case status": caseStatuses,
  "case from": caseStatuses,
  "case to": caseStatuses,
  "case category": disputeCategories,
  "ratio program": suspensionPrograms,
  "ratio network": disputeNetworks,
  "program program": suspensionPrograms,
  "escrow status": escrowStatuses,
};

test.each(eventNames)("%s lists the words that its closed fields can have", (name) => {
  const [about] = name.split(".");
  const properties = answered(deliveredData[name]);
  const fields = ["status", "source", "kind", "from", "to", "category", "program", "network"];
  for (const field of fields)
    if (properties[field]) expect(properties[field], field).toMatchObject({ enum: closed[`${about} ${field}`] });
});
