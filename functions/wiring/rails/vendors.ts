import { DynamoBook } from "../../adapters/aws/dynamo-book.ts";
import { BridgeClient } from "../../adapters/bridge/client.ts";
import { BridgeRail } from "../../adapters/bridge/rail.ts";
import { HifiConversion } from "../../adapters/hifi/conversion-hifi.ts";
import { MockRailFile } from "../../adapters/mock/rail-file.ts";
import { MockRail } from "../../adapters/mock/rail-mock.ts";
import type { Conversion, Rail } from "../../app/rails/ports.ts";
import type { RailName } from "../../domain/rails/terms.ts";
import { clock, dynamo } from "../core/context.ts";
import { given, live, settings } from "../core/env.ts";
import { meter } from "../core/metrics.ts";
import { screening } from "../gate/screening.ts";
import { vendorKeys } from "./vendor-keys.ts";

// Looked up when it is used: not every Lambda that names a rail moves money over it.
const mockFile = new MockRailFile(() => new DynamoBook(dynamo, given("MOCK_RAIL_TABLE")), clock);

export const mock = new MockRail(settings.HOLD, mockFile);

const nowMs = () => Date.now();

const bridge = new BridgeRail({
  client: new BridgeClient({
    baseUrl: settings.BRIDGE_URL,
    apiKey: async (again) => (await vendorKeys().of("bridge", again)).apiKey,
  }),
  mode: settings.BRIDGE_MODE,
  holds: settings.HOLD,
  now: nowMs,
});

const hifi = new HifiConversion({
  baseUrl: settings.HIFI_URL,
  account: (again) => vendorKeys().of("hifi", again),
  now: nowMs,
});

function chosen<T>(kind: string, name: string, adapters: Readonly<Record<string, T>>): T {
  const adapter = Object.hasOwn(adapters, name) ? adapters[name] : undefined;
  if (!adapter) throw new Error(`no ${kind} adapter is called ${name}`);
  return adapter;
}

const allRails: Readonly<Record<RailName, Rail>> = { mock, bridge };
// Bridge converts what it collects, so it is a conversion for its own rail alone.
const allConversions: Readonly<Record<string, Conversion>> = { mock, bridge, hifi };

export const rail = chosen("rail", settings.RAIL, allRails);
const conversion = chosen("conversion", settings.CONVERSION, allConversions);
const { ALTERNATIVE_CONVERSION: other } = settings;
const alternative = other === "" ? undefined : chosen("conversion", other, allConversions);

/** A stage that takes a third party's alerts has keys of vendors as well, though it moves no money with any. */
const movesMoney = settings.RAIL !== "mock" || settings.CONVERSION !== "mock" || other !== "";

/** Whether a settlement that was opened with a vendor can still go on with it here: a mock only where it is the rail, a real one wherever keys of vendors that move money are. */
function isReached(name: string): boolean {
  return name === "mock" ? settings.RAIL === "mock" : movesMoney && settings.VENDOR_SECRET_ARN !== "";
}

const rails = Object.values(allRails).filter(({ name }) => isReached(name));
const conversions = Object.values(allConversions).filter(({ name }) => isReached(name));

/** The vendors that configuration chose, as use cases take them, those that older settlements go on with, and what counts their silences. */
export const vendors = { rail, rails, conversion, alternative, conversions, screening, live, meter };
