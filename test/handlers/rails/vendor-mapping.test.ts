import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readBridgeCallback } from "../../../functions/adapters/bridge/callback-event.ts";
import { readHifiCallback } from "../../../functions/adapters/hifi/conversion-hifi.ts";
import { bridgeStates } from "../../../functions/domain/rails/bridge-state.ts";

describe("what Bridge says", () => {
  test("is never an error, whatever it is", () => {
    const transfer = fc.record({
      ...{ id: fc.oneof(fc.constant("tr_1"), fc.jsonValue()), client_reference_id: fc.jsonValue() },
      ...{ state: fc.oneof(fc.constantFrom(...bridgeStates), fc.jsonValue()), source: fc.jsonValue() },
      ...{ destination: fc.jsonValue(), receipt: fc.jsonValue(), created_at: fc.jsonValue() },
    });
    const event = fc.record({
      event_id: fc.oneof(fc.constant("wh_1"), fc.jsonValue()),
      event_category: fc.oneof(fc.constantFrom("transfer", "customer", "kyc_link"), fc.jsonValue()),
      event_object_id: fc.jsonValue(),
      event_object: fc.oneof(transfer, fc.jsonValue()),
    });
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), event), (body) => {
        const read = readBridgeCallback(body);
        if (read?.kind === "transfer") expect(read.said.transferRef).toMatch(/^[\w-]{1,42}$/);
      }),
      { numRuns: 10_000 },
    );
  });
});

describe("what HIFI says", () => {
  test("is never an error, whatever it is", () => {
    const details = fc.record({ id: fc.jsonValue(), status: fc.jsonValue(), quoteInformation: fc.jsonValue() });
    const data = fc.oneof(fc.jsonValue(), fc.record({ transferDetails: fc.oneof(fc.jsonValue(), details) }));
    const event = fc.record({
      eventId: fc.oneof(fc.constant("evt_1"), fc.jsonValue()),
      eventCategory: fc.oneof(fc.constant("ONRAMP"), fc.jsonValue()),
      eventType: fc.jsonValue(),
      data,
    });
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), event), (body) => {
        const read = readHifiCallback(body);
        expect(read?.conversionRef ?? "onr").toMatch(/^[\w-]{1,64}$/);
      }),
      { numRuns: 10_000 },
    );
  });
});
