/** Words that look like credentials in what a receiver answered. */
const credential = /(slc_(?:test|live)_[0-9A-Za-z_]+|whsec_[A-Za-z0-9+/=]+|Bearer\s+[\w.~+/=-]+)/g;

/** Text from outside as it may be kept: without our secrets and signatures, and nothing unprintable. */
export function redactText(text: string, secrets: readonly string[]): string {
  if (text === "") return text;
  let clean = text;
  for (const secret of secrets) if (secret !== "") clean = clean.replaceAll(secret, "[removed]");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  return clean.replace(credential, "[removed]").replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, " ");
}
