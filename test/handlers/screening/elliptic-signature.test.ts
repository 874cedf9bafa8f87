import { describe, expect, test } from "vitest";
import { ellipticHeaders } from "../../../functions/adapters/exposure/elliptic.ts";

/** The example of Elliptic's document "Authentication", secret and signatures as published there. */
const account = { apiKey: "key", apiSecret: "894f142d667e8cdaca6822ac173937af" };
const nowMs = 1_478_692_862_000;
const body =
  '[{"customer_reference":"123456","subject":{"asset":"BTC","hash":"accf5c09cc027339a3beb2e28104ce9f406ecbbd29775b4a1a17ba213f1e035e","output_address":"15Hm2UEPaEuiAmgyNgd5mF3wugqLsYs3Wn","output_type":"address","type":"transaction"},"type":"source_of_funds"}]';
const url = "https://aml-api.elliptic.co/v2/analyses";

describe("a request to Elliptic", () => {
  test("with a body is signed as published", () => {
    expect(ellipticHeaders(account, { method: "POST", url, body }, nowMs)).toEqual({
      "x-access-key": "key",
      "x-access-sign": "65mQHB2o95lL3I+N/bZYwDC9p2YvNwsVDnXr8u72hUk=",
      "x-access-timestamp": "1478692862000",
    });
  });

  test("without a body is signed as published", () => {
    const request = { method: "GET", url: "https://aml-api.elliptic.co/v2/customers", body: null };
    expect(ellipticHeaders(account, request, nowMs)["x-access-sign"]).toBe(
      "cN9fRUqeT7UnwwpkBZaNmnwxKAPHkhytdXelfUVvxMI=",
    );
  });

  test("is signed over its path in small letters with its query, and over no host", () => {
    const sign = (path: string) =>
      ellipticHeaders(account, { method: "GET", url: `https://here.example${path}`, body: null }, nowMs);
    expect(sign("/v2/CUSTOMERS")["x-access-sign"]).toBe("cN9fRUqeT7UnwwpkBZaNmnwxKAPHkhytdXelfUVvxMI=");
    expect(sign("/v2/customers?a=1")).not.toEqual(sign("/v2/customers"));
  });
});
