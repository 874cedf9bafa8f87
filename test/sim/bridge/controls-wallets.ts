import type { Entry } from "../../../functions/app/core/aggregate.ts";
import type { Row, Store } from "../../../functions/app/core/ports.ts";
import type { Conversion } from "../../../functions/app/rails/ports.ts";
import type { UnitPosting } from "../../../functions/domain/core/wallet-ledger.ts";
import { changedPut, rewritten, unconditional } from "../../support/world/core/alterations.ts";
import { mistake } from "../settlement/scene.ts";
import { bridgeScenes } from "./scenes.ts";

type Convert = Conversion["convert"];

const fair = "a client gets what its deposit bought, less fee and reserve";

const scene = bridgeScenes["Bridge, two legs"];

const night = bridgeScenes["Bridge, a day closes twice at once, and its fee leaves"];

/** A conversion whose rate is told otherwise. */
function atRate(change: (rate: number) => number) {
  return {
    bridge: {
      rail: (rail: { convert: Convert }) => ({
        convert: async (input: Parameters<Convert>[0]) => {
          const report = await rail.convert(input);
          return "refused" in report ? report : { ...report, rate: change(Number(report.rate)).toFixed(12) };
        },
      }),
    },
    ...(scene && { scene }),
  };
}

/** A book whose entries post less in stablecoin than they should. */
export function withoutUnits(isDropped: (posting: UnitPosting, all: readonly UnitPosting[]) => boolean) {
  const change = (row: Row): Row => {
    const { units, ...entry } = row.body as Entry;
    if (row.type !== "entry" || !units) return row;
    return { ...row, body: { ...entry, units: units.filter((each) => !isDropped(each, units)) } };
  };
  return (store: Store) => rewritten(store, changedPut(change));
}

/** Whether a posting is of money that becomes our own. */
export const isMoveToOperator = (_: UnitPosting, all: readonly UnitPosting[]) =>
  all.some(({ account }) => account === "operator_funds");

/** Mistakes with what lies in a wallet that many share. */
export const walletControls = [
  mistake(
    "a rate applied twice",
    fair,
    atRate((rate) => rate * rate),
  ),
  mistake(
    "a fee taken from a client's part",
    fair,
    atRate((rate) => rate * 0.9725),
  ),
  mistake("an order out of the wallet that is not posted", "the vendor's wallet is what the ledger of units says", {
    store: withoutUnits((_, all) => all.some(({ account }) => account === "wallet_in_transit")),
    ...(scene && { scene }),
  }),
  mistake("a fee that stays with the clients' funds", "clients' funds on the ledger are what they are owed", {
    store: withoutUnits(isMoveToOperator),
    ...(scene && { scene }),
  }),
  mistake("a sweep ordered under two keys", "fees leave once, for our own wallet", {
    bridge: {
      rail: (rail) => ({
        sweep: async (input) => {
          await rail.sweep(input);
          return rail.sweep({ ...input, key: `${input.key}:again` });
        },
      }),
    },
    ...(night && { scene: night }),
  }),
  mistake("a day's sweep made by each of two closes", "fees leave once, for our own wallet", {
    relax: unconditional(({ type }) => type === "operator_funds"),
    ...(night && { scene: night }),
  }),
];
