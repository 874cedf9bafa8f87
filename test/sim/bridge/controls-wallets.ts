import type { Conversion } from "../../../functions/app/rails/ports.ts";
import { mistake } from "../settlement/scene.ts";
import { bridgeScenes } from "./scenes.ts";

type Convert = Conversion["convert"];

const fair = "a client gets what its deposit bought, less fee and reserve";

const scene = bridgeScenes["Bridge, two legs"];

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
];
