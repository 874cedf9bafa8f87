/** Millionths of a decimal text. */
export function micros(text: string): bigint {
  if (!/^\d{1,15}(\.\d{1,6})?$/.test(text)) throw new RangeError(`no amount: ${text}`);
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(6, "0"));
}

/** Millionths as decimal text with at least two decimals. */
export function decimal(amount: bigint): string {
  const sign = amount < 0n ? "-" : "";
  const digits = (amount < 0n ? -amount : amount).toString().padStart(7, "0");
  return `${sign}${digits.slice(0, -6)}.${digits.slice(-6, -4)}${digits.slice(-4).replace(/0+$/, "")}`;
}

/** An amount times a rate, both in millionths, cut to the millionth. */
export function times(amount: bigint, rate: bigint): bigint {
  return (amount * rate) / 1_000_000n;
}
