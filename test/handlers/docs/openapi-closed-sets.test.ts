import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import tenants from "../../../docs/openapi.json" with { type: "json" };
import operators from "../../../docs/openapi.operator.json" with { type: "json" };
import accounts from "../../../docs/openapi.screening.json" with { type: "json" };
import { alertSourceOf } from "../../../functions/api/disputes/alert-query.ts";
import { screenedValue } from "../../../functions/contract/screening/screened-value.ts";
import { newBrand } from "../../../functions/contract/tenants/brands.ts";
import { accessInput } from "../../../functions/domain/access/signup.ts";
import { payoutChains, whyNotWallet } from "../../../functions/domain/addresses/payout-address.ts";
import { eventNames } from "../../../functions/domain/core/event.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { timeZone } from "../../../functions/domain/core/time-zone.ts";
import { thirdPartySources } from "../../../functions/domain/disputes/alert-source.ts";
import { readQuestion, readSubject } from "../../../functions/domain/screening/screen-value.ts";
import { Schemas } from "../../../functions/http/openapi-schema.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";

interface Published {
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly items?: Published;
  readonly properties?: Readonly<Record<string, Published>>;
  readonly anyOf?: readonly Published[];
  readonly "x-extensible-enum"?: readonly string[];
}

/** A field of a request as a document shows it. */
function field(operation: object | undefined, name: string): Published {
  const { requestBody, parameters } = operation as {
    readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: Published } } };
    readonly parameters?: readonly { readonly name?: string; readonly schema?: Published }[];
  };
  const { schema } = requestBody?.content["application/json"] ?? {};
  const found = schema?.properties?.[name] ?? parameters?.find((each) => each.name === name)?.schema;
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

/** A schema as the documents write it. */
const published = (schema: z.ZodType) => new Schemas().of(schema, "input") as Published;

const deployed = new DeployedSandbox();

beforeAll(() => deployed.start());
afterAll(() => deployed.stop());

describe("the words that a document lists are those that are taken", () => {
  test("as flags", async () => {
    const { enum: listed = [] } = field(operators.paths["/admin/flags"].put, "key");
    const codeOf = async (key: string) => {
      const { text } = await deployed.call("setFlag", deployed.operatorToken, {}, { key, enabled: null });
      return JSON.parse(text).code;
    };
    expect(listed.length).toBeGreaterThan(0);
    for (const key of listed) expect(await codeOf(key), key).toBeUndefined();
    for (const key of ["", "nosuch", `${listed[0]} `, String(listed[0]).toUpperCase()])
      expect(await codeOf(key), key).toBe("unknown_flag");
  });

  test("as sources of alerts", () => {
    const { enum: listed = [] } = field(tenants.paths["/api/v1/disputes/alerts"].post, "source");
    for (const source of listed) expect(alertSourceOf(source, thirdPartySources)).toBe(source);
    for (const source of ["", "nosuch", "Manual"])
      expect(() => alertSourceOf(source, thirdPartySources)).toThrow(
        expect.objectContaining({ code: "unknown_source" }),
      );
  });

  test("as countries that access is asked for from", () => {
    const country = field(tenants.paths["/onboard/signup"].post, "country");
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const pairs = letters.flatMap((one) => letters.map((other) => `${one}${other}`));
    const taken = pairs.filter((each) => accessInput.shape.country.safeParse(each).success);
    expect(country.enum?.toSorted()).toEqual(taken);
  });

  test("as types and chains of what is screened", () => {
    const { post } = accounts.paths["/api/v1/screen"];
    const { enum: types = [] } = field(post, "type");
    const { enum: chains = [] } = field(post, "chain");
    const codeOf = (type: string, chain: string | null) => {
      const question = readQuestion({ type, value: "no-address", chain });
      const subject = question instanceof Refusal ? question : readSubject(question, { matches: [], own: [] });
      return subject instanceof Refusal ? subject.code : undefined;
    };
    expect(types.map((type) => codeOf(type, null))).toEqual(types.map(() => undefined));
    expect(chains.map((chain) => codeOf("wallet", chain))).toEqual(chains.map(() => undefined));
    expect([codeOf("nosuch", null), codeOf("Wallet", null)]).toEqual(["unsupported_type", "unsupported_type"]);
    expect([codeOf("wallet", "nosuch"), codeOf("wallet", "Tron")]).toEqual(["unsupported_chain", "unsupported_chain"]);
    expect(field(accounts.paths["/api/v1/monitors"].post, "chain").enum).toEqual(chains);
    expect(field(accounts.paths["/playground/screen"].post, "type").enum).toEqual(types);
  });
});

describe("the words that a document knows among others", () => {
  test("are every event for an endpoint", () => {
    const { anyOf = [] } = field(operators.paths["/admin/tenants/{id}/webhooks"].post, "events");
    expect(anyOf[0]?.items?.["x-extensible-enum"]).toEqual(eventNames);
  });

  test("are the chains on which a stablecoin is paid, which any stage takes", () => {
    for (const [operation, name] of [
      [operators.paths["/admin/tenants"].post, "destChain"],
      [operators.paths["/admin/signups/{id}/accept"].post, "destChain"],
      [tenants.paths["/api/v1/escrow"].post, "payoutChain"],
      [tenants.paths["/api/v1/escrow/{id}"].patch, "payoutChain"],
    ] as const)
      expect(field(operation, name)["x-extensible-enum"], name).toEqual(payoutChains);
    const names = { address: "destWallet", chain: "destChain", stable: "stable" };
    for (const chain of payoutChains) {
      const taken = ["USDT", "USDC", "RLUSD"].filter(
        (stable) => whyNotWallet({ address: null, chain, stable }, names) === undefined,
      );
      expect(taken, chain).not.toEqual([]);
    }
  });
});

describe("the form that a document shows is the one that is taken", () => {
  test("of what is screened, or stands on an own list", () => {
    const { pattern = "", maxLength = 0 } = published(screenedValue);
    const texts = fc.oneof(fc.string({ unit: "binary", maxLength: 6 }), fc.stringMatching(/^[!-~]{0,260}$/));
    fc.assert(
      fc.property(texts, (value) => {
        const fits = value.length <= maxLength && new RegExp(pattern, "u").test(value);
        const taken = !(readQuestion({ type: "wallet", value, chain: null }) instanceof Refusal);
        expect(taken).toBe(fits);
      }),
      { numRuns: 2_000 },
    );
    expect(field(accounts.paths["/api/v1/screen"].post, "value").pattern).toBe(pattern);
  });

  test("of a page that helps", () => {
    const { supportUrl } = newBrand.shape;
    const [form] = published(supportUrl).anyOf ?? [];
    const { pattern = "" } = form ?? {};
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(pattern)), (url) => {
        fc.pre(url.length <= 500 && !/xn--/i.test(url));
        expect([url, supportUrl.safeParse(url).error]).toEqual([url, undefined]);
      }),
    );
    expect(form).toMatchObject({ type: "string", format: "uri", maxLength: 500 });
    for (const url of [
      ...["https://a.example", "https://A.Example/help?x=1#y", "https://a.example:8443", "https://a-b.example?q"],
      ...["http://a.example", "https://a", "https://1.2.3.4/", "https://u:p@a.example/", "https:a.example"],
      ...["https://a.example:0", "https://a.example:65536", "https://a.example/a b", "https://-a.example"],
    ])
      expect([url, supportUrl.safeParse(url).success]).toEqual([url, new RegExp(pattern).test(url)]);
  });

  test("of a time zone: every zone has it, and what has another is refused", () => {
    const { pattern = "", maxLength = 0 } = published(timeZone);
    const others = ["UTC", "GMT", "GMT0", "Etc/GMT+5", "EST5EDT", "GB-Eire", "W-SU", "US/East-Indiana", "Japan"];
    const zones = [...Intl.supportedValuesOf("timeZone"), ...others];
    expect(zones.filter((zone) => !new RegExp(pattern).test(zone) || zone.length > maxLength)).toEqual([]);
    for (const zone of ["+01:00", "America/New York", "/", "America/", "a/b/c/d", "Etc//UTC", "-05:00"]) {
      expect([zone, new RegExp(pattern).test(zone)]).toEqual([zone, false]);
      expect(timeZone.safeParse(zone).success).toBe(false);
    }
  });
});
