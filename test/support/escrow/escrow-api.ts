import { MockRailFile } from "../../../functions/adapters/mock/rail-file.ts";
import { MockRail, mockEvent, mockReference } from "../../../functions/adapters/mock/rail-mock.ts";
import { fundInput, newEscrowInput, refundInput } from "../../../functions/api/escrow/escrow-query.ts";
import {
  approveEscrow,
  sendApproverLink,
  settleMilestone,
  takeApprovalBack,
} from "../../../functions/app/escrow/approvals.ts";
import { escrowConditions } from "../../../functions/app/escrow/conditions.ts";
import { correctEscrow } from "../../../functions/app/escrow/correct.ts";
import { openEscrow } from "../../../functions/app/escrow/create.ts";
import { type EscrowContext, loadEscrow } from "../../../functions/app/escrow/escrows.ts";
import { expireByHand } from "../../../functions/app/escrow/expire.ts";
import { fundEscrow } from "../../../functions/app/escrow/fund-escrow.ts";
import { listEscrows, readEscrow } from "../../../functions/app/escrow/reads.ts";
import { refundEscrow } from "../../../functions/app/escrow/refund.ts";
import { releaseEscrow } from "../../../functions/app/escrow/release.ts";
import { receiveCallback } from "../../../functions/app/operations/receive-callback.ts";
import { type SweepContext, sweep } from "../../../functions/app/operations/sweep-due-records.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import type { Workflows } from "../../../functions/app/settlement/ports.ts";
import { transitionOf } from "../../../functions/app/settlement/reads.ts";
import type { DeliveryOrder } from "../../../functions/app/webhooks/ports.ts";
import { escrowMoneyOperations, escrowOperations } from "../../../functions/contract/escrow/escrow.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { viewEscrow } from "../../../functions/domain/escrow/view.ts";
import { idempotentRequest } from "../../../functions/http/idempotent-request.ts";
import { MemoryStore } from "../core/memory-store.ts";
import { handOnAll } from "../core/outbox.ts";
import { TestApi } from "../core/test-api.ts";
import { noPartner } from "../onboarding/no-partner.ts";

const pagesUrl = "http://localhost:4002";
const operations = { ...escrowOperations, ...escrowMoneyOperations };

/** What a test says of one call; the key defaults to one of its own. */
export interface EscrowCall {
  readonly key?: string | null;
  readonly body?: unknown;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The escrow routes behind the door frame, over a memory book and a rail that the test can disturb. */
export class EscrowApi extends TestApi {
  readonly holding = new MockRail(true, new MockRailFile(() => this.railStore, this.clock));
  /** The rail that calls reach. */
  reached: Rail = this.holding;
  readonly started: string[] = [];
  readonly answered: string[] = [];
  apiKey = "";
  tenantId = "";
  /** Whether wallets are checked, as on stages with a real screening. */
  checksAddresses = false;
  readonly #deliveries = new MemoryStore();
  #calls = 0;

  readonly workflows: Workflows = {
    startSettlement: async () => undefined,
    startEscrowPayout: async ({ escrowId, presentation }) => {
      this.started.push(`${escrowId}-${presentation}`);
    },
    answer: async (token) => {
      this.answered.push(token);
    },
    fail: async (token) => {
      this.answered.push(`ended ${token}`);
    },
  };

  get escrowContext(): EscrowContext {
    const { reached: rail, screening, meter } = this;
    const { checksAddresses } = this;
    return { ...this.context, rail, screening, meter, live: false, pagesUrl, checksAddresses };
  }

  /** A door with a tenant. */
  static async withTenant(): Promise<EscrowApi> {
    const api = new EscrowApi();
    ({ id: api.tenantId, apiKey: api.apiKey } = await api.tenant());
    return api;
  }

  /** A rail with some of its calls made otherwise. */
  railThat(otherwise: Partial<Rail>): void {
    this.reached = new Proxy<Rail>(this.holding, {
      get: (rail, name) => {
        const found = Reflect.get(otherwise, name) ?? Reflect.get(rail, name);
        return typeof found === "function" ? found.bind(rail) : found;
      },
    });
  }

  async #send(method: string, path: string, call: EscrowCall) {
    this.#calls += 1;
    const { key = `key-${this.#calls}`, apiKey = this.apiKey, body, headers = {} } = call;
    const reply = await this.#open()({
      method,
      path,
      headers: { authorization: `Bearer ${apiKey}`, ...(key !== null && { "idempotency-key": key }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { ...reply, json: JSON.parse(reply.text) };
  }

  post(path: string, call: EscrowCall = {}) {
    return this.#send("POST", `/api/v1/escrow${path}`, call);
  }

  get(path = "", call: EscrowCall = {}) {
    return this.#send("GET", `/api/v1/escrow${path}`, call);
  }

  patch(path: string, body: unknown) {
    return this.#send("PATCH", `/api/v1/escrow${path}`, { key: null, body });
  }

  del(path: string, call: EscrowCall = {}) {
    return this.#send("DELETE", `/api/v1/escrow${path}`, call);
  }

  fund(id: string, body: unknown = { amountCents: 10_000 }, key?: string) {
    return this.post(`/${id}/fund`, { body, ...(key !== undefined && { key }) });
  }

  release(id: string, key?: string) {
    return this.post(`/${id}/release`, key === undefined ? {} : { key });
  }

  refund(id: string, body: unknown = { refundAddress: "0xBUYER", reason: "called off" }, key?: string) {
    return this.post(`/${id}/refund`, { body, ...(key !== undefined && { key }) });
  }

  /** An escrow of 100.00 that waits for its money; its id. */
  async created(change: Record<string, unknown> = {}): Promise<string> {
    const body = { reference: `deal-${this.#calls}`, amountCents: 10_000, payoutAddress: "0xSELLER", ...change };
    const { status, json, text } = await this.post("", { body });
    if (status !== 201) throw new Error(text);
    return json.id;
  }

  /** An escrow of 100.00 that is held; its id. */
  async funded(change: Record<string, unknown> = {}): Promise<string> {
    const id = await this.created(change);
    const { status, text } = await this.post(`/${id}/fund`, { body: { amountCents: 10_000 } });
    if (status !== 200) throw new Error(text);
    return id;
  }

  async state(id: string): Promise<Escrow> {
    return (await loadEscrow(this.context, id)).state;
  }

  /** The rail's callback about an escrow. */
  async callback(id: string, reply: Omit<Parameters<typeof mockEvent>[0], "railRef">): Promise<void> {
    const railRef = `mock_${id}`;
    const event = await this.holding.tells(railRef, mockEvent({ railRef, ...reply }), reply.eventId);
    await receiveCallback(this.context, { rail: "mock", railRef, reference: mockReference(railRef), events: [event] });
  }

  /** What the events of an escrow are called, in order. */
  async events(id: string): Promise<string[]> {
    const { entries } = await readEscrow(this.context, null, id);
    return entries.flatMap(({ events }) => events.map(({ name }) => name));
  }

  #sweepDesk(workflows: Workflows): SweepContext {
    const { reached: rail, screening, meter, log } = this;
    const queue = { send: async (_: readonly DeliveryOrder[]) => undefined };
    const vendors = { rail, conversion: this.rail, screening, meter, live: false };
    const packets = { send: async () => undefined };
    const mine = { packets, mails: packets, partner: noPartner };
    const follow = { publicUrl: "", deliveries: this.#deliveries, queue, workflows, ...mine };
    return { ...this.context, actor: "system:sweeper", ...vendors, ...follow, log, pagesUrl };
  }

  /** One run of the sweeper. */
  sweep(workflows: Workflows = this.workflows) {
    return sweep(this.#sweepDesk(workflows));
  }

  /** Hands on what follows from the entries that are still in the outbox, as the stream does. */
  async handOn(workflows: Workflows): Promise<void> {
    await handOnAll(this.#sweepDesk(workflows), this.store);
  }

  /** As functions/api/escrow/escrow.ts and escrow-money.ts do it. */
  #open() {
    const contextOf = ({ principal, requestId }: { principal: { actor: string }; requestId: string }) => ({
      ...this.escrowContext,
      actor: principal.actor,
      requestId,
    });
    const named = (call: { principal: { tenantId: string }; params: { id: string } }) => ({
      tenantId: call.principal.tenantId,
      name: call.params.id,
    });
    return this.open(operations, {
      listEscrows: async (call) => {
        const { data, nextCursor } = await listEscrows(contextOf(call), call.principal, call.query);
        return { body: { data: data.map((state) => viewEscrow(state, pagesUrl)), nextCursor } };
      },
      getEscrow: async (call) => {
        const { state, entries } = await readEscrow(contextOf(call), call.principal.tenantId, call.params.id);
        return { body: { ...viewEscrow(state, pagesUrl), history: entries.map(transitionOf) } };
      },
      correctEscrow: async (call) => ({
        body: viewEscrow(await correctEscrow(contextOf(call), named(call), call.body), pagesUrl),
      }),
      getEscrowConditions: async (call) => {
        const input = { name: call.params.id, live: call.query.screen };
        const reply = await escrowConditions(contextOf(call), call.principal.tenantId, input);
        return { body: { ...reply, unmet: [...reply.unmet] } };
      },
      completeMilestone: async (call) => {
        const { milestoneId } = call.params;
        return { body: await settleMilestone(contextOf(call), named(call), { milestoneId, to: "completed" }) };
      },
      cancelMilestone: async (call) => {
        const { milestoneId } = call.params;
        return { body: await settleMilestone(contextOf(call), named(call), { milestoneId, to: "cancelled" }) };
      },
      recordApproval: async (call) => {
        const { note = null, ...rest } = call.body;
        return { body: await approveEscrow(contextOf(call), named(call), { ...rest, note }) };
      },
      sendApproverLink: async (call) => ({
        body: await sendApproverLink(contextOf(call), named(call), call.params.approverRef),
      }),
      withdrawApproval: async (call) => ({
        body: await takeApprovalBack(contextOf(call), named(call), call.params.approverRef),
      }),
      createEscrow: async (call) => {
        const request = { ...idempotentRequest(call), input: newEscrowInput(call.body) };
        return openEscrow(contextOf(call), request);
      },
      fundEscrow: async (call) => {
        const request = { ...idempotentRequest(call), name: call.params.id, ...fundInput(call.body, "mock") };
        return fundEscrow(contextOf(call), request);
      },
      releaseEscrow: async (call) => {
        const request = { ...idempotentRequest(call), name: call.params.id };
        return releaseEscrow(contextOf(call), request);
      },
      refundEscrow: async (call) => {
        const request = { ...idempotentRequest(call), name: call.params.id, ...refundInput(call.body) };
        return refundEscrow(contextOf(call), request);
      },
      expireEscrow: async (call) => {
        const request = { ...idempotentRequest(call), name: call.params.id };
        return expireByHand(contextOf(call), request);
      },
    });
  }
}

/** What a call came to: its status, and the code of its refusal or the escrow's status. */
export async function codeOf(
  reply: Promise<{ readonly status: number; readonly json: { readonly code?: string; readonly status?: string } }>,
) {
  const { status, json } = await reply;
  return [status, json.code ?? json.status];
}

/** A rail that gives no answer. */
export const noAnswer = () => Promise.reject(new Error("no answer"));
