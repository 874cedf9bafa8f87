import { HifiConversion } from "../adapters/conversion-hifi.ts";
import { DynamoBook } from "../adapters/dynamo-book.ts";
import { MockRailFile } from "../adapters/mock-rail-file.ts";
import { BridgeRail } from "../adapters/rail-bridge.ts";
import { BridgeClient } from "../adapters/rail-bridge-client.ts";
import { MockRail } from "../adapters/rail-mock.ts";
import { MockScreening } from "../adapters/screen-mock.ts";
import type { Conversion, Rail, Screening } from "../app/ports.ts";
import type { RailName } from "../domain/rail-terms.ts";
import { clock, dynamo } from "./base.ts";
import { given, live, settings } from "./env.ts";
import { meter } from "./meter.ts";
import { vendorKeys } from "./vendor-keys.ts";

// Looked up when it is used: not every Lambda that names a rail moves money over it.
const mockFile = new MockRailFile(() => new DynamoBook(dynamo, given("MOCK_RAIL_TABLE")), clock);

export const mock = new MockRail(settings.HOLD, mockFile);

const nowMs = () => Date.now();

const bridge = new BridgeRail({
  client: new BridgeClient({
    baseUrl: settings.BRIDGE_URL,
    apiKey: async () => (await vendorKeys().of("bridge")).apiKey,
  }),
  mode: settings.BRIDGE_MODE,
  holds: settings.HOLD,
  now: nowMs,
});

const hifi = new HifiConversion({
  baseUrl: settings.HIFI_URL,
  account: () => vendorKeys().of("hifi"),
  now: nowMs,
});

function chosen<T>(kind: string, name: string, adapters: Readonly<Record<string, T>>): T {
  const adapter = Object.hasOwn(adapters, name) ? adapters[name] : undefined;
  if (!adapter) throw new Error(`no ${kind} adapter is called ${name}`);
  return adapter;
}

const rails: Readonly<Record<RailName, Rail>> = { mock, bridge };

export const rail = chosen<Rail>("rail", settings.RAIL, rails);
// Bridge converts what it collects, so it is a conversion for its own rail alone.
const conversion = chosen<Conversion>("conversion", settings.CONVERSION, { mock, bridge, hifi });
export const screening = chosen<Screening>("screening", settings.KYT, { mock: new MockScreening() });

/** The vendors that configuration chose, as use cases take them, with what counts their silences. */
export const vendors = { rail, conversion, screening, live, meter };
