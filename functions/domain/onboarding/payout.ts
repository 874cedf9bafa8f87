import * as z from "zod";
import { detectChain } from "../addresses/chain.ts";
import { accountTypes } from "../core/bank-account.ts";
import { type Form, inputsOf, withInput } from "../core/form.ts";
import { routingNumberProblem } from "../core/routing-number.ts";
import type { Payout } from "./answers.ts";
import { payoutChains, stables } from "./enums.ts";
import * as field from "./fields.ts";
import { type KybFormResult, type KybProblemCode, kybRule, readKybForm } from "./form.ts";

const numeric = { inputmode: "numeric" } as const;

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

/** `tryout` takes the words that the mock screen goes by for addresses. */
function payoutForm(form: Form, before: Payout | null, tryout: boolean) {
  const found = findChain(field.clean(form.wallet), field.clean(form.chain), tryout);
  const noProblem = (at: "wallet" | "chain") => {
    const code = found.problem?.path === at ? found.problem.code : undefined;
    return kybRule(code ?? "required", () => code === undefined);
  };
  const digits = field.cleanNumber(form.accountNumber);
  const isSame = (again: string) => again === digits;
  // A number at another bank is no longer the one that was given.
  const isUnchanged =
    digits === "" &&
    isSame(field.cleanNumber(form.accountNumberAgain)) &&
    before?.routingNumber === field.cleanNumber(form.routingNumber);
  return z.strictObject({
    accountHolder: field.name(200),
    bankName: field.optional(200),
    accountType: field.choice(accountTypes),
    routingNumber: field
      .requiredNumber(numeric)
      .check(kybRule("not_a_routing_number", (typed) => routingNumberProblem(typed) === undefined)),
    accountNumber: isUnchanged
      ? field.blankSecret
      : field
          .requiredNumber(numeric)
          .check(kybRule("not_an_account_number", (typed) => /^(?=.*[1-9])\d{4,17}$/.test(typed))),
    accountNumberAgain: field.number(numeric).check(kybRule("not_the_same", isSame)),
    wallet: field.requiredText(128).check(noProblem("wallet")),
    chain: withInput(
      field
        .text(32)
        .check(noProblem("chain"))
        .transform(() => found.chain),
      { kind: "select", options: payoutChains, optional: "unsaid" },
    ),
    // Nothing else is issued on Tron.
    stable: field.choice(found.chain === "tron" ? (["USDT"] as const) : stables),
  });
}

export const payoutInputs = inputsOf(payoutForm({}, null, false));

/** Reads the form of the step `payout`; an account number that is null is the one that is sealed already. `chain` may be empty where the address can be meant for one only. */
export function readPayout(
  form: Form,
  before: Payout | null,
  tryout: boolean,
): KybFormResult<Omit<Payout, "accountNumber"> & { readonly accountNumber: string | null }> {
  const schema = payoutForm(form, before, tryout);
  return readKybForm(schema, form, ({ accountNumberAgain: _, ...read }) => read);
}

/** The chain that a wallet is on, as far as it is found, and what is wrong with either. */
interface ChainMatch {
  readonly chain: string;
  readonly problem?: { readonly path: "wallet" | "chain"; readonly code: KybProblemCode };
}

function findChain(wallet: string, chosen: string, tryout: boolean): ChainMatch {
  const no = (path: "wallet" | "chain", code: KybProblemCode) => ({ chain: chosen, problem: { path, code } });
  if (wallet === "") return { chain: chosen };
  const { family, candidates: all, checksum } = detectChain(wallet);
  if (nobodys.has(family === "evm" ? wallet.toLowerCase() : wallet)) return no("wallet", "not_a_wallet");
  const candidates: readonly string[] = payoutChains.filter((each) => all.includes(each));
  if (candidates.length === 0) {
    if (!tryout || !triggers.test(wallet)) return no("wallet", all.length > 0 ? "wallet_chain" : "not_a_wallet");
    return payoutChains.some((each) => each === chosen) ? { chain: chosen } : no("chain", "required");
  }
  if (checksum === "bad") return no("wallet", "wallet_checksum");
  if (chosen !== "") return candidates.includes(chosen) ? { chain: chosen } : no("chain", "wallet_chain");
  const [only] = candidates;
  return candidates.length === 1 && only !== undefined ? { chain: only } : no("chain", "required");
}
