import type { VendorContext } from "../vendor.ts";
import { MockRailFile } from "./rail-file.ts";
import { MockRail } from "./rail-mock.ts";

export function mockPayments({ holds, licensedIn, mockStore, clock }: VendorContext): {
  readonly rail: MockRail;
  readonly conversion: MockRail;
} {
  const rail = new MockRail(holds, new MockRailFile(mockStore, clock), licensedIn);
  return { rail, conversion: rail };
}
