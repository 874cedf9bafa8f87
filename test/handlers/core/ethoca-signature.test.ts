import { createPublicKey } from "node:crypto";
import { describe, expect, test } from "vitest";
import { oauthProblem, signatureBase } from "../../support/ethoca-sim/oauth.ts";

// Two headers that Mastercard's own signer (mastercard-oauth1-signer 1.2.0) made with a key pair of which this is the public half.
const publicKey = createPublicKey(`-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAnFIn7WrHRgj/bIZhdQK3
g/wasY43SLPkAND0QlYp8CS+sqbzZDUBSlJ1eaE+4ASHAXNmSHDLSinplqlOHtjv
W+voOm2qXZh1LIdZDb35iP7795S0D5IocJpoZf6rdZDcNpvR3J6wGOdIyOUyXRG9
tQoUFymB39jTj87Hc1u5AxlQq3uPbJbcIsFVBdF3wgCaV2G0s/GNMZT1jdZ9stW8
5+OdO0eHOTcebPSAErKUSBZ5Z18RxMNqEG+2txpdPFs9vFXzcDpJAUKFeTw0Yo0o
lmELYqtgbm5O/voVLuTXei82O9AjPSSiKAzUoJ+WKUMBJZ1wv+zPnsygUNacENwG
GQIDAQAB
-----END PUBLIC KEY-----`);
const base = "https://sandbox.api.ethocaweb.com/ethoca/alerts/merchants";
const nowMs = 1795268717_000;

const look = {
  method: "GET",
  url: `${base}/alerts?size=10&alert_type=CUSTOMERDISPUTE`,
  raw: "",
  authorization:
    'OAuth oauth_body_hash="47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",oauth_consumer_key="consumer!key",oauth_nonce="e05Jc7bw",oauth_signature_method="RSA-SHA256",oauth_timestamp="1795268717",oauth_version="1.0",oauth_signature="cabzeN05hDckM37vzfBSnnmIxgyqD8ZWClzX%2FjtFZU%2B0hTc2XRcrcJyqA00RAYZuKPgys%2F9o%2BVy4FS3rvSV9JR8uYqsfhQe%2BW9F3aPa3tDAhs5n9Zy3Y%2B5p0HMzV0Rkki3%2FJuxzx22bOJCg96nQwnSCt%2BmjcZ853bL5cxnQnGMoR0gCv9PRBI3ih9RLi2OA8zLeutenBKFpDocSQkNfTBfNvhcy%2Bq1YeB2ALdQEsp%2Fjyxex2I8u%2B%2FP5hUZvppR1MAUtrLLfmyA2lup0kfSgAciT4xofvqh%2BsC9a32JBPBEP7qauRBDS4DH0VCFLpEOowW1QKD6raFWpkWJR1eTnifQ%3D%3D"',
};

const report = {
  method: "POST",
  url: `${base}/outcomes`,
  raw: '{"outcomes":[]}',
  authorization:
    'OAuth oauth_body_hash="wQY4fo6m+P7dMMaUB7SDOlOYk0kg+Q0bMq2Pj6PONQw=",oauth_consumer_key="consumer!key",oauth_nonce="8KTMTN6n",oauth_signature_method="RSA-SHA256",oauth_timestamp="1795268717",oauth_version="1.0",oauth_signature="BPf3woKzV%2BL7iOBKiUj39mkJD84Z5FVIJWLYzVSnyPYp84McQpPW8iFU3kW%2FdWEA0XsItGod8sJtUfWf2RTliavRZzTVqwEWJI%2BdHvY4l1lID0VCr5weDybNbWLXhn9iFKOJjxBtjllPYYK2Zi32p7BcHh1nRRiT33c0VTBoDRhRBbAcwbj4F2HrQPRxmmMGfiwocPjt89TbIXKDKi0I43Zr0K7SGVI%2Fym00RNvttzdrzDM%2BjsX%2FZO7fci8maChoxFFwWteyzHs5UAGad8fb4GIjHODWE1%2B%2BnIdQx0PvRcY%2BGFm3%2FdJuNy14IEcRGV2YjeEA8aqNA3YjADGNw6iwdw%3D%3D"',
};

type Call = typeof look;

function judge(call: Call, known: Partial<Parameters<typeof oauthProblem>[1]> = {}) {
  return oauthProblem(call, { consumerKey: "consumer!key", publicKey, nowMs, seen: new Set(), ...known });
}

describe("a request signed as Mastercard signs", () => {
  test.each([
    ["without a body", look],
    ["with a body", report],
  ])("%s is good", (_, call) => expect(judge(call)).toBeUndefined());

  test("is good wherever its parameters stand in the address", () => {
    const url = `${base}/alerts?alert_type=CUSTOMERDISPUTE&size=10`;
    expect(judge({ ...look, url })).toBeUndefined();
  });

  test.each<[string, Partial<Call>, string]>([
    ["another method", { method: "DELETE" }, "INVALID_SIGNATURE"],
    ["another path", { url: `${base}/outcomes?size=10&alert_type=CUSTOMERDISPUTE` }, "INVALID_SIGNATURE"],
    ["another query", { url: `${base}/alerts?size=11&alert_type=CUSTOMERDISPUTE` }, "INVALID_SIGNATURE"],
    ["a body that was none", { raw: "{}" }, "INVALID_BODY_HASH"],
    ["another nonce", { authorization: look.authorization.replace(/nonce="./, 'nonce="-') }, "INVALID_SIGNATURE"],
    ["no header", { authorization: "" }, "INVALID_OAUTH_HEADER"],
    ["half a header", { authorization: look.authorization.replace(/,oauth_version.*/, "") }, "INVALID_OAUTH_HEADER"],
  ])("is turned away with %s", (_, changed, problem) => {
    expect(judge({ ...look, ...changed })).toBe(problem);
  });

  test("is turned away a second time, too late, and of another project", () => {
    const seen = new Set<string>();
    expect(judge(look, { seen })).toBeUndefined();
    expect(judge(look, { seen })).toBe("NONCE_ALREADY_USED");
    expect(judge(look, { nowMs: nowMs + 301_000 })).toBe("TIMESTAMP_OUT_OF_RANGE");
    expect(judge(look, { consumerKey: "another!key" })).toBe("INVALID_OAUTH_CONSUMER_KEY");
  });
});

test("what is signed is the method, the bare address and all parameters in order, each in percent", () => {
  const oauth = new Map([
    ["oauth_version", "1.0"],
    ["oauth_consumer_key", "a!b"],
    ["oauth_signature", "left out"],
  ]);
  expect(signatureBase("get", "https://API.example.com:443/alerts?size=5&alert_type=X", oauth)).toBe(
    "GET&https%3A%2F%2Fapi.example.com%2Falerts&alert_type%3DX%26oauth_consumer_key%3Da%21b%26oauth_version%3D1.0%26size%3D5",
  );
});
