import { DynamoBook } from "../adapters/dynamo-book.ts";
import { MockRailFile } from "../adapters/mock-rail-file.ts";
import { MockRail } from "../adapters/rail-mock.ts";
import { MockScreening } from "../adapters/screen-mock.ts";
import type { Conversion, Rail, Screening } from "../app/ports.ts";
import { clock, dynamo } from "./base.ts";
import { given, live, settings } from "./env.ts";
import { meter } from "./meter.ts";

// Looked up when it is used: not every Lambda that names a rail moves money over it.
const mockFile = new MockRailFile(() => new DynamoBook(dynamo, given("MOCK_RAIL_TABLE")), clock);

export const mock = new MockRail(settings.HOLD, mockFile);

function chosen<T>(kind: string, name: string, adapters: Readonly<Record<string, T>>): T {
  const adapter = adapters[name];
  if (!adapter) throw new Error(`no ${kind} adapter is called ${name}`);
  return adapter;
}

export const rail = chosen<Rail>("rail", settings.RAIL, { mock });
const conversion = chosen<Conversion>("conversion", settings.CONVERSION, { mock });
export const screening = chosen<Screening>("screening", settings.KYT, { mock: new MockScreening() });

/** The vendors that configuration chose, as use cases take them, with what counts their silences. */
export const vendors = { rail, conversion, screening, live, meter };
