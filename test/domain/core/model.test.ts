import { describe, expect, test } from "vitest";
import { constantOf, mistakesOf, movesIn, movesOf, protocols, tablesOf, textOf } from "../../model/protocols.ts";
import { escrows } from "../../sim/escrow/simulation.ts";
import { settlements } from "../../sim/settlement/simulation.ts";

const controls = {
  settlement: [...settlements.mock.controls, ...settlements.bridge.controls],
  escrow: escrows.controls,
};

describe.each(protocols)("the model of the $name protocol", (protocol) => {
  test("makes the moves that the code's table allows, and no other", () => {
    expect(movesIn(textOf(protocol))).toEqual(movesOf(protocol));
  });

  test("has a reason for every move of the table that it does not make", () => {
    for (const move of Object.keys(protocol.unmade)) {
      const [from = "", to = ""] = move.split(" ");
      expect(protocol.moves[from]).toContain(to);
    }
  });

  test("takes every status from the code", () => {
    for (const status of Object.keys(protocol.moves))
      expect(tablesOf(protocol)).toContain(`#define ${constantOf(status)} `);
  });

  test("makes each of the simulation's mistakes, or says why it cannot", () => {
    const own = Object.keys(protocol.controls).filter((name) => !name.startsWith("model: "));
    expect(own.toSorted()).toEqual(controls[protocol.name].map(({ name }) => name).toSorted());
  });

  test("makes no mistake that is not in its table", () => {
    const made = textOf(protocol).matchAll(/MISTAKE\((\w+)\)/g);
    expect([...new Set([...made].map(([, name]) => name))].toSorted()).toEqual(
      mistakesOf(protocol.controls).toSorted(),
    );
  });
});
