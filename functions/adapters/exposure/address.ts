import type { ScreenSubject } from "../../domain/screening/screen.ts";

/** Whether a provider can be asked of it: an address of a family that we know, with nothing wrong in its checksum. */
export function isKnownWallet({ type, family, checksum }: ScreenSubject): boolean {
  return type === "wallet" && family !== null && checksum !== "bad";
}

const upperCased = /^(BC1|LTC1|ADDR1|BITCOINCASH:)[0-9A-Z]+$/;

/** The address as providers have it: they may compare letter by letter, so one that is the same in either case goes out in small letters. */
export function addressToAsk({ value, family }: ScreenSubject): string {
  return family === "evm" || upperCased.test(value) ? value.toLowerCase() : value;
}

/** Whether an answer is about the address that was asked for; providers write one that has two cases in theirs. */
export function isAbout(subject: ScreenSubject, answered: string): boolean {
  return plain(answered) === plain(subject.value);
}

function plain(address: string): string {
  return address.toLowerCase().replace(/^bitcoincash:/, "");
}
