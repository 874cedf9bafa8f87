import { MockRail } from "../adapters/rail-mock.ts";
import { MockScreening } from "../adapters/screen-mock.ts";
import type { Conversion, Rail, Screening } from "../app/ports.ts";
import { live, settings } from "./env.ts";

const mock = new MockRail(settings.HOLD);

function chosen<T>(kind: string, name: string, adapters: Readonly<Record<string, T>>): T {
  const adapter = adapters[name];
  if (!adapter) throw new Error(`no ${kind} adapter is called ${name}`);
  return adapter;
}

export const rail = chosen<Rail>("rail", settings.RAIL, { mock });
const conversion = chosen<Conversion>("conversion", settings.CONVERSION, { mock });
export const screening = chosen<Screening>("screening", settings.KYT, { mock: new MockScreening() });

/** The vendors that configuration chose, as use cases take them. */
export const vendors = { rail, conversion, screening, live };
