/** Why a URL cannot be a webhook endpoint, or undefined: it is https to a public address, on a local sandbox also http and loopback. Addresses behind names are checked again when connecting. */
export function webhookUrlProblem(text: string, policy: { readonly local: boolean }): string | undefined {
  // A URL parser drops line breaks and mends lone surrogates: what is called would not be what is on record.
  if (/[\s\p{Cc}\p{Cs}]/u.test(text) || !URL.canParse(text)) return "not a URL";
  const url = new URL(text);
  if (url.protocol !== "https:" && !(policy.local && url.protocol === "http:")) return "https only";
  if (url.username !== "" || url.password !== "") return "no user or password in the URL";
  if (url.port === "0") return "port 0 cannot be called";
  if (url.hash !== "") return "no fragment";
  return undefined;
}
