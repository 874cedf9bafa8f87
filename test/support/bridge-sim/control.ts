import * as z from "zod";
import type { SimClock } from "../vendor-sim/clock.ts";
import { decimal } from "../vendor-sim/decimal.ts";
import type { Deliveries } from "../vendor-sim/deliveries.ts";
import { type Faults, fault } from "../vendor-sim/faults.ts";
import type { SimCall, SimReply } from "../vendor-sim/server.ts";
import { BridgeNo, type SimBank } from "./bank.ts";
import { kycStatus, type SimKyc } from "./kyc.ts";
import { viewTransfer } from "./transfer.ts";
import type { BridgeWebhooks } from "./webhooks.ts";

const amount = z.string().regex(/^\d{1,15}(\.\d{1,6})?$/);

const knobs = z.strictObject({
  stepSeconds: z.number().min(0).optional(),
  rate: amount.optional(),
  returnRate: amount.optional(),
  returnFee: amount.optional(),
  amountOffCents: z.int().optional(),
  unknownState: z.string().nullable().optional(),
  hashChanges: z.boolean().optional(),
  missingReceipt: z.boolean().optional(),
  numericAmounts: z.boolean().optional(),
  gasFeeKey: z.enum(["gas_fee", "gas_fe"]).optional(),
  numericRouting: z.boolean().optional(),
  lateInstructions: z.boolean().optional(),
  busyPayouts: z.int().min(0).optional(),
  duplicates: z.int().min(0).optional(),
  disorder: z.boolean().optional(),
  silent: z.boolean().optional(),
});

const standing = z.strictObject({
  status: z.string().optional(),
  has_accepted_terms_of_service: z.boolean().optional(),
  endorsements: z
    .array(z.strictObject({ name: z.string(), status: z.string(), requirements: z.unknown().optional() }))
    .optional(),
});

export type KycStatus = z.infer<typeof standing>;

/** What can be steered. */
export interface Steering {
  readonly clock: SimClock;
  readonly bank: SimBank;
  readonly deliveries: Deliveries;
  readonly faults: Faults;
  readonly webhooks: BridgeWebhooks;
  readonly kyc: SimKyc;
  setCustomer(id: string, status: KycStatus): void;
}

/** The routes by which a person or a test steers the simulator, all under /control. */
const routes: Readonly<Record<string, (sim: Steering, call: SimCall, id: string) => unknown>> = {
  "GET /transfers": (sim, call) => {
    const reference = call.query.get("reference");
    const all = sim.bank.transfers.filter(
      (each) => reference === null || each.asked.client_reference_id?.includes(reference),
    );
    return { data: all.map((each) => viewTransfer(each, sim.bank.knobs)) };
  },
  "GET /wallets": (sim, call) => {
    const customer = call.query.get("customer");
    const own = sim.bank.wallets.filter(({ customerId }) => customer === null || customerId === customer);
    const shownOf = ({ id, chain, customerId, balances }: (typeof own)[number]) => ({
      ...{ id, chain, customerId },
      balances: [...balances].map(([currency, held]) => ({ currency, balance: decimal(held) })),
    });
    return { data: own.map(shownOf) };
  },
  "POST /transfers/{id}/deposit": (sim, call, id) =>
    sim.bank.deposit(id, z.strictObject({ amount: amount.optional() }).parse(call.body ?? {}).amount),
  "POST /transfers/{id}/return": (sim, call, id) =>
    sim.bank.takeBack(id, z.strictObject({ code: z.string().max(8) }).parse(call.body).code),
  "POST /transfers/{id}/state": (sim, call, id) =>
    sim.bank.move(sim.bank.find(id), z.strictObject({ state: z.string() }).parse(call.body).state),
  "GET /kyc_links": (sim, call) => {
    const email = call.query.get("email");
    const found = sim.kyc.links.filter((each) => email === null || each.email === email);
    return { data: found.map((each) => sim.kyc.shown(each)) };
  },
  "POST /kyc_links/{id}": (sim, call, id) => sim.kyc.stand(id, kycStatus.parse(call.body)),
  "POST /customers/{id}": (sim, call, id) => sim.setCustomer(id, standing.parse(call.body)),
  "POST /clock": (sim, call) => {
    const { advanceSeconds } = z.strictObject({ advanceSeconds: z.number().min(0) }).parse(call.body);
    sim.clock.advance(advanceSeconds * 1000);
  },
  "GET /clock": (sim) => ({ now: sim.clock.iso() }),
  "POST /knobs": (sim, call) => {
    const { duplicates, disorder, silent, ...rest } = knobs.parse(call.body);
    Object.assign(sim.bank.knobs, rest);
    Object.assign(sim.deliveries.knobs, definedOf({ duplicates, disorder, silent }));
  },
  "POST /faults": (sim, call) => sim.faults.add(fault.parse(call.body)),
  "DELETE /faults": (sim) => sim.faults.clear(),
  "GET /keys": (sim) => ({ publicKeys: sim.webhooks.endpoints.map(({ publicKey }) => publicKey) }),
  "POST /webhooks": (sim, call) => {
    const { url } = z.strictObject({ url: z.url() }).parse(call.body);
    return { publicKey: sim.webhooks.open(url, ["transfer", "customer", "kyc_link"], "active").publicKey };
  },
};

function definedOf(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

/** Steers; what was set in motion is delivered before the answer. */
export async function steer(sim: Steering, call: SimCall): Promise<SimReply> {
  const [, , noun = "", id, part] = call.path.split("/");
  const route = `${call.method} /${noun}${id === undefined ? "" : "/{id}"}${part === undefined ? "" : `/${part}`}`;
  const act = routes[route];
  if (!act) return { status: 404, body: { code: "not_found" } };
  try {
    const reply = act(sim, call, decodeURIComponent(id ?? ""));
    await sim.deliveries.idle();
    return { status: 200, body: reply ?? { done: true } };
  } catch (error) {
    if (error instanceof BridgeNo) return { status: error.status, body: { code: error.code } };
    if (error instanceof z.ZodError || error instanceof RangeError)
      return { status: 400, body: { code: "invalid_parameters", message: error.message } };
    throw error;
  }
}
