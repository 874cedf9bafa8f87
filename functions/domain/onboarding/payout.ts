import { detectChain } from "../addresses/chain.ts";
import { accountTypes } from "../core/bank-account.ts";
import { abaProblem } from "../core/routing-number.ts";
import type { Payout } from "./answers.ts";
import type { Said } from "./company.ts";
import { payoutChains, stables } from "./enums.ts";
import { Fields, type Form, type KybProblemCode, type Read } from "./form.ts";

/** The fields of the step `payout`: accountHolder, bankName, accountType, routingNumber, accountNumber, accountNumberAgain, wallet, chain, stable. `chain` may be empty where the address can be meant for one only; `tryout` takes the words that the mock screen goes by for addresses. */
export function readPayout(
  form: Form,
  before: Payout | null,
  tryout: boolean,
): Read<Said<Payout, "accountNumber">> {
  return Fields.read(form, (fields) => {
    const wallet = fields.required("wallet", 128);
    const chain = chainOf(fields, wallet, tryout);
    const stable = fields.choice("stable", stables);
    // Nothing else is issued there.
    if (chain === "tron" && stable !== "USDT") fields.wrong("stable", "not_a_choice");
    return {
      plain: {
        accountHolder: fields.name("accountHolder"),
        bankName: fields.optional("bankName", 200),
        routingNumber: routingOf(fields),
        accountType: fields.choice("accountType", accountTypes),
        wallet,
        chain,
        stable,
      },
      secrets: { accountNumber: accountNumberOf(fields, before) },
    };
  });
}

function routingOf(fields: Fields): string {
  const digits = fields.number("routingNumber", 40);
  if (digits === "") fields.wrong("routingNumber", "required");
  else if (abaProblem(digits) !== undefined) fields.wrong("routingNumber", "not_a_routing_number");
  return digits;
}

/** A number at another bank is no longer the one that was given. */
function accountNumberOf(fields: Fields, before: Payout | null): string | null {
  const digits = fields.number("accountNumber", 40);
  const again = fields.number("accountNumberAgain", 40);
  const isSameBank = before?.routingNumber === fields.number("routingNumber", 40);
  if (digits === "" && again === "" && isSameBank) return null;
  if (digits === "") fields.wrong("accountNumber", "required");
  else if (!/^(?=.*[1-9])\d{4,17}$/.test(digits)) fields.wrong("accountNumber", "not_an_account_number");
  if (again !== digits) fields.wrong("accountNumberAgain", "not_the_same");
  return digits;
}

/** The words of the mock screen (decisions, "Sandbox"). */
const triggers = /BLOCKED|SANCTION|OFAC|REVIEW|UNAVAILABLE|LATEBLOCK/;

/** Addresses that people copy by mistake, where all that is sent is lost: nobody's (zeros and "dead"), and the stablecoins' own contracts; those of Ethereum's kind in small letters. */
const nobodys: ReadonlySet<string> = new Set([
  "0x0000000000000000000000000000000000000000",
  "0x000000000000000000000000000000000000dead",
  "0xdac17f958d2ee523a2206206994597c13d831ec7",
  "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
  "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
  "0xfde4c96c8593536e31f229ea8f37b2ada2699bb2",
  "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb",
  "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  "11111111111111111111111111111111",
  "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
]);

function chainOf(fields: Fields, wallet: string, tryout: boolean): string {
  const asked = fields.text("chain", 32);
  if (wallet === "") return asked;
  const no = (path: string, code: KybProblemCode) => {
    fields.wrong(path, code);
    return asked;
  };
  const { family, candidates: all, checksum } = detectChain(wallet);
  if (nobodys.has(family === "evm" ? wallet.toLowerCase() : wallet)) return no("wallet", "not_a_wallet");
  const candidates = payoutChains.filter((each) => all.includes(each));
  if (candidates.length === 0) {
    if (!tryout || !triggers.test(wallet))
      return no("wallet", all.length > 0 ? "wallet_chain" : "not_a_wallet");
    return payoutChains.some((each) => each === asked) ? asked : no("chain", "required");
  }
  if (checksum === "bad") return no("wallet", "wallet_checksum");
  if (asked !== "") return candidates.some((each) => each === asked) ? asked : no("chain", "wallet_chain");
  return candidates.length === 1 && candidates[0] !== undefined ? candidates[0] : no("chain", "required");
}
