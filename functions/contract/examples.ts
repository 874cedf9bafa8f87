import type { Example } from "../http/openapi.ts";

/** A body to try for each operation that takes one, by operation id; documents show them, no Lambda bundles them. */
export const examples: Readonly<Record<string, Example>> = {
  createInvoice: {
    request: {
      number: "2026-0001",
      customerId: "Müller & Söhne",
      lineItems: [{ description: "Consulting", unitCents: 12_500, quantity: 8 }],
      terms: "Net 30",
    },
  },
  payInvoice: { request: { amountCents: 100_000, source: { type: "ach" } } },
  releaseReserve: { request: { note: "the tenant has closed its account" } },
  refundPayment: { request: { amountCents: 125_000, reason: "ordered twice" } },
  createEscrow: {
    request: {
      reference: "deal-2026-17",
      amountCents: 500_000,
      releaseRule: "dual_approval",
      requiredApprovals: 2,
      buyerRef: "Müller & Söhne",
      sellerRef: "Atelier Nord",
      payoutChain: "base",
      payoutAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
      refundAddress: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
      milestones: [
        { description: "design", amountCents: 200_000 },
        { description: "delivery", amountCents: 300_000 },
      ],
    },
  },
  fundEscrow: { request: { amountCents: 500_000, source: { type: "ach_push" } } },
  refundEscrow: {
    request: { reason: "called off", refundAddress: "0x8617E340B3D01FA5F11F306F4090FD50E238070D" },
  },
  recordApproval: { request: { approverRef: "anna", decision: "approve", note: "delivered as agreed" } },
  createTenant: {
    request: {
      slug: "acme",
      name: "Acme Inc.",
      contactEmail: "billing@acme.example",
      destChain: "base",
      destWallet: "0x52908400098527886E0F7030069857D2E4169EE7",
      stable: "USDT",
      partnerCustomerId: "cust_acme",
    },
  },
  createAccount: { request: { name: "Acme Inc.", plan: "starter" } },
  changeAccount: { request: { plan: "pro" } },
  mintAccountKey: { request: { name: "the till" } },
  changeTenant: { request: { status: "suspended" } },
  inviteApplicant: {
    request: { legalName: "Acme Inc.", contactEmail: "ada@acme.example" },
  },
  requestAccess: {
    request: {
      companyName: "Acme Inc.",
      contactName: "Ada Lovelace",
      contactEmail: "ada@acme.example",
      website: "https://acme.example",
      country: "US",
      useCase: "Wholesale customers pay us by ACH; we hold our treasury in USDT.",
      expectedMonthlyVolumeCents: 2_500_000,
    },
  },
  requestAccount: {
    request: {
      companyName: "Acme Inc.",
      contactName: "Ada Lovelace",
      contactEmail: "ada@acme.example",
      plan: "starter",
      useCase: "We screen about 300 payouts a month, on Ethereum and Tron.",
    },
  },
  acceptAccountRequest: { request: { plan: "starter", note: "known to us" } },
  declineAccountRequest: { request: { reason: "no company of this name is registered" } },
  acceptSignup: { request: { slug: "acme" } },
  declineSignup: { request: { reason: "outside of what the partner takes" } },
  putTenantBrand: {
    request: {
      name: "Acme Trading",
      colours: { accent: "#7a1f5c" },
      supportEmail: "help@acme.example",
      supportUrl: "https://acme.example/help",
    },
  },
  putResellerBrand: { request: { name: "Northbank Payments", colours: { accent: "#0a5c36" } } },
  ingestAlert: {
    request: {
      externalId: "A-1001",
      kind: "dispute",
      amountCents: 125_000,
      currency: "USD",
      network: "visa",
      reasonCode: "13.1",
      arn: "74537604221222132710572",
      cardLast4: "4242",
      descriptor: "ACME CORP",
      transactionDate: "2026-11-18",
      receivedAt: "2026-11-20T08:00:00.000Z",
      respondBy: "2026-11-23T08:00:00.000Z",
    },
  },
  createCase: {
    request: {
      paymentId: "pay_01M7Y6RAFPQG2ZSQY5YJ1X0DPR",
      stage: "chargeback",
      network: "visa",
      reasonCode: "13.1",
      amountCents: 125_000,
      networkDueBy: "2026-12-20T23:59:59.000Z",
    },
  },
  attachEvidence: {
    request: {
      type: "shipping_documentation",
      filename: "delivery-note.pdf",
      contentType: "application/pdf",
      sizeBytes: 48_213,
      sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    },
  },
  submitCase: { request: { narrative: "The goods were signed for on 18 November." } },
  recordOutcome: { request: { result: "won", networkRef: "VROL-8812", recoveredCents: 125_000 } },
  escalateCase: { request: { stage: "pre_arbitration", networkDueBy: "2027-01-20T23:59:59.000Z" } },
  matchAlert: { request: { paymentId: "pay_01M7Y6RAFPQG2ZSQY5YJ1X0DPR", note: "the payer called" } },
  resolveAlert: { request: { resolution: "previously_refunded", note: "wired back on Monday" } },
  dismissAlert: { request: { note: "a test of the acquirer's" } },
  replaceDisputeRules: {
    request: {
      rules: [
        {
          id: "small",
          name: "Small complaints are given back",
          when: [
            { attribute: "kind", operator: "In", value: ["dispute", "fraud"] },
            { attribute: "amountCents", operator: "LessThan", value: 10_000 },
          ],
          action: "refund",
        },
      ],
    },
  },
  dryRunDisputeRules: { request: { from: "2026-11-01T00:00:00.000Z", limit: 10 } },
  orderCredit: { request: { action: "suspend", note: "chargebacks announced by the acquirer" } },
  mintKey: { request: { name: "production server" } },
  registerWebhook: {
    request: {
      url: "https://hooks.acme.example/sluice",
      events: ["settlement.completed", "settlement.failed"],
    },
  },
  changeWebhook: { request: { events: ["settlement.completed"], enabled: true } },
  rotateWebhookSecret: { request: { graceSeconds: 86_400 } },
  testWebhook: { request: { event: "settlement.completed" } },
  replayWebhook: { request: { since: "2026-11-01T00:00:00.000Z" } },
  sweepWebhooks: { request: { limit: 100, force: false } },
  addFeeRule: { request: { bps: 250, fixedCents: 30, minCents: 50, reserveBps: 500, reserveDays: 90 } },
  actOnReview: {
    request: { action: "returned_off_platform", reference: "WIRE-20261121-7", note: "agreed with the payer" },
  },
  approveAction: { request: { note: "seen the wire's confirmation" } },
  rejectAction: { request: { note: "the payer will send the rest" } },
  setFlag: { request: { key: "vendor.conversion.mock", enabled: false, note: "maintenance until noon" } },
  receiveMockCallback: {
    request: {
      railRef: "mock_01K9ZQ4T0V8Y3M5N7P9R1S3T5V.01K9ZQ4SZZ2X4Y6Z8A0B2C4D6E",
      state: "returned",
      return_code: "R01",
    },
    reply: { received: true },
  },
  receiveBridgeCallback: {
    request: {
      api_version: "v0",
      event_id: "wh_t8TAhPPY",
      event_category: "transfer",
      event_type: "transfer.updated.status_transitioned",
      event_object_id: "transfer_123",
      event_object: {
        id: "transfer_123",
        client_reference_id: "stl_01K9ZQ4T0V8Y3M5N7P9R1S3T5V.inv_01K9ZQ4SZZ2X4Y6Z8A0B2C4D6E",
        state: "awaiting_funds",
        source: { payment_rail: "ach_push", currency: "usd" },
        destination: { payment_rail: "base", currency: "usdc", bridge_wallet_id: "bw_1" },
      },
    },
    reply: { received: true },
  },
  receiveHifiCallback: {
    request: {
      eventId: "evt_1",
      eventCategory: "ONRAMP",
      data: { transferDetails: { id: "onr_1", status: "COMPLETED" } },
    },
    reply: { received: true },
  },
  screenValue: {
    request: { type: "wallet", value: "0x70Fa93acf21838b3a7d26ABAD078E44C22f11d01", chain: "base" },
    reply: {
      id: "scr_01M7ZYKF7M3X1XTJ51G99HK9GR",
      type: "wallet",
      value: "0x70Fa93acf21838b3a7d26ABAD078E44C22f11d01",
      status: "complete",
      risk_score: 100,
      risk_level: "critical",
      action: "block",
      entity_name: "NORTHERN LANTERN COLLECTIVE",
      programs: ["DPRK3", "CYBER2"],
      flags: {
        events: [
          {
            category: "sanctions",
            source: "list",
            list: "fixture",
            entity: "NORTHERN LANTERN COLLECTIVE",
            programs: ["DPRK3", "CYBER2"],
            severity: "critical",
            exposure: "ownership",
            share_bps: null,
            removed_at: null,
          },
        ],
      },
      narrative: "This address is listed as an address of NORTHERN LANTERN COLLECTIVE.",
      chain: "base",
      chain_family: "evm",
      chain_candidates: ["ethereum", "base", "polygon", "arbitrum", "optimism", "avalanche", "bsc"],
      checksum: "ok",
      list_versions: [
        {
          list: "fixture",
          publishedAt: "2026-11-02",
          sha256: "20e6cdb68e7171266a228c92cb66e353c7d8d33f0e2fc841e68dff358c226f48",
          records: 35,
        },
      ],
      decision_hash: "c88b09dcdbe2d297eceb12369ec89318c25bd8f0ed5385f3be13ce056d1c6402",
      created_at: "2026-11-21T21:01:10.604Z",
      updated_at: "2026-11-21T21:01:10.604Z",
    },
  },
  screenInPlayground: { request: { value: "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL" } },
  screenBatch: {
    request: {
      items: [
        { type: "wallet", value: "0x52908400098527886E0F7030069857D2E4169EE7" },
        { type: "wallet", value: "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL", chain: "tron" },
      ],
    },
  },
  proposeOwnEntry: {
    request: {
      kind: "block",
      value: "0x52908400098527886E0F7030069857D2E4169EE7",
      category: "scam",
      entity: "A shop that never delivers",
      reason: "three payers complained",
    },
  },
  approveOwnEntry: { request: { note: "seen the complaints" } },
  rejectOwnEntry: { request: { note: "it was another shop" } },
  withdrawOwnEntry: { request: { reason: "the shop has paid everybody back" } },
  openMonitor: {
    request: {
      value: "0x52908400098527886E0F7030069857D2E4169EE7",
      chain: "base",
      url: "https://compliance.acme.example/alerts",
    },
  },
  advanceClock: { request: { advanceSeconds: 86_400 } },
};
