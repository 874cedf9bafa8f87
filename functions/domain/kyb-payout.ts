import { abaProblem } from "./aba.ts";
import { accountTypes } from "./bank-account.ts";
import { detectChain } from "./chain.ts";
import type { Payout } from "./kyb-answers.ts";
import type { Said } from "./kyb-company.ts";
import { Fields, type Form, type KybProblemCode, type Read } from "./kyb-form.ts";
import { payoutChains, stables } from "./kyb-kinds.ts";

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

function digitsOf(fields: Fields, path: string): string {
  return fields.text(path, 40).replace(/[ -]/g, "");
}

function routingOf(fields: Fields): string {
  const digits = digitsOf(fields, "routingNumber");
  if (digits === "") fields.wrong("routingNumber", "required");
  else if (abaProblem(digits) !== undefined) fields.wrong("routingNumber", "not_a_routing_number");
  return digits;
}

/** A number at another bank is no longer the one that was given. */
function accountNumberOf(fields: Fields, before: Payout | null): string | null {
  const digits = digitsOf(fields, "accountNumber");
  const again = digitsOf(fields, "accountNumberAgain");
  if (digits === "" && again === "" && before?.routingNumber === digitsOf(fields, "routingNumber"))
    return null;
  if (digits === "") fields.wrong("accountNumber", "required");
  else if (!/^(?=.*[1-9])\d{4,17}$/.test(digits)) fields.wrong("accountNumber", "not_an_account_number");
  if (again !== digits) fields.wrong("accountNumberAgain", "not_the_same");
  return digits;
}

/** The words of the mock screen (decisions, "Sandbox"). */
const triggers = /BLOCKED|SANCTION|OFAC|REVIEW|UNAVAILABLE|LATEBLOCK/;

function chainOf(fields: Fields, wallet: string, tryout: boolean): string {
  const asked = fields.text("chain", 32);
  if (wallet === "") return asked;
  const no = (path: string, code: KybProblemCode) => {
    fields.wrong(path, code);
    return asked;
  };
  const { candidates: all, checksum } = detectChain(wallet);
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
