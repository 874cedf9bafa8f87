import { beforeEach, describe, expect, test } from "vitest";
import type { ScreeningHealth } from "../../../functions/app/gate/ports.ts";
import { screeningHealth } from "../../../functions/app/screening/health.ts";
import { later } from "../../support/core/samples.ts";

const well: ScreeningHealth = {
  status: "ok",
  lists: [{ list: "ofac_sdn", publishedAt: "2026-11-20", loadedAt: later(0), stale: false }],
};

let seconds: number;
let asked: number;
let says: () => ScreeningHealth;

beforeEach(() => {
  seconds = 0;
  asked = 0;
  says = () => well;
});

function health() {
  const provider = {
    health: async () => {
      asked += 1;
      return says();
    },
  };
  return screeningHealth(provider, { now: () => later(seconds) });
}

const silent = () => {
  throw new Error("no answer");
};

describe("how screening is", () => {
  test("is what the provider says, asked once in half a minute", async () => {
    const ask = health();
    expect(await ask()).toEqual(well);
    seconds = 29;
    await ask();
    expect(asked).toBe(1);
    seconds = 30;
    says = () => ({ ...well, status: "degraded" });
    expect(await ask()).toMatchObject({ status: "degraded" });
  });

  test("is unreachable while the provider is silent, with the lists that it named last, and asked again soon", async () => {
    const ask = health();
    await ask();
    seconds = 30;
    says = silent;
    expect(await ask()).toEqual({ ...well, status: "unreachable" });
    seconds = 35;
    says = () => well;
    expect(await ask()).toEqual(well);
  });

  test("is unreachable and names no list where nobody ever answered", async () => {
    says = silent;
    expect(await health()()).toEqual({ status: "unreachable", lists: [] });
  });
});
