import { invoiceFonts } from "../../functions/domain/invoicing/invoice-fonts.ts";
import type { ApiLambda } from "../../functions/http/operation.ts";

const step = (entry: string, extra: ApiLambda["grants"] = []): ApiLambda => ({
  entry: `functions/steps/${entry}.ts`,
  grants: ["book:read", "book:write", ...extra],
  timeoutSeconds: 30,
  memoryMb: 512,
});

/** The settlement machine's tasks, by the name that `statemachines/settlement.asl.json` substitutes: one Lambda per hop. */
export const settlementSteps = {
  Collect: step("settlement/collect", ["settlement-machine:answer"]),
  Screen: step("settlement/screen", ["mock-rail:read", "vendor-secrets:read", "kyt-key:read"]),
  AwaitScreen: step("settlement/await-screen", ["settlement-machine:answer"]),
  Convert: step("settlement/convert", ["vendor-secrets:read", "kyt-key:read"]),
  Disburse: step("settlement/disburse", [
    "settlement-machine:answer",
    "mock-rail:read",
    "mock-rail:write",
    "vendor-secrets:read",
    "kyt-key:read",
  ]),
  Decline: step("settlement/decline"),
  Park: step("settlement/park"),
} as const satisfies Record<string, ApiLambda>;

/** The escrow payout machine's tasks, by the name that `statemachines/escrow-payout.asl.json` substitutes. */
export const escrowPayoutSteps = {
  Screen: step("escrow-payout/screen", ["mock-rail:read", "vendor-secrets:read", "kyt-key:read"]),
  Disburse: step("escrow-payout/disburse", [
    "mock-rail:read",
    "mock-rail:write",
    "vendor-secrets:read",
    "kyt-key:read",
  ]),
  Proof: step("escrow-payout/proof", ["escrow-machine:answer"]),
  Withdraw: step("escrow-payout/withdraw", ["mock-rail:read", "vendor-secrets:read"]),
  Park: step("escrow-payout/park"),
} as const satisfies Record<string, ApiLambda>;

/** What arrives by itself: the book's stream, the webhook queue, the schedule. */
export const eventLambdas = {
  outbox: {
    entry: "functions/events/outbox.ts",
    grants: [
      "book:read",
      "book:write",
      "deliveries:read",
      "deliveries:write",
      "webhook-queue:send",
      "packet-queue:send",
      "mail-queue:send",
      // To ask the partner about a business.
      "mock-rail:read",
      "mock-rail:write",
      "vendor-secrets:read",
      "settlement-machine:start",
      "settlement-machine:answer",
      "escrow-machine:start",
      "escrow-machine:answer",
    ],
    timeoutSeconds: 60,
    memoryMb: 512,
  },
  // It reads whom to send to and writes attempts; it can change no money.
  "send-webhook": {
    entry: "functions/events/send-webhook.ts",
    grants: [
      "book:read",
      "deliveries:read",
      "deliveries:write",
      "webhook-queue:send",
      "webhook-secrets:decrypt",
    ],
    timeoutSeconds: 60,
    memoryMb: 512,
    // A delivery waits in its queue while its endpoint rests or is busy: each wait has an end, and attempts are six.
    requeues: true,
  },
  sweep: {
    entry: "functions/events/sweep.ts",
    grants: [
      "book:read",
      "book:write",
      "people-secrets:decrypt",
      "mock-rail:read",
      "mock-rail:write",
      "vendor-secrets:read",
      "kyt-key:read",
      "deliveries:read",
      "deliveries:write",
      "webhook-queue:send",
      "packet-queue:send",
      "mail-queue:send",
      "settlement-machine:start",
      "settlement-machine:answer",
      "escrow-machine:start",
      "escrow-machine:answer",
    ],
    timeoutSeconds: 55,
    memoryMb: 512,
  },
  // An object of the archive is put together in memory, some 30 MB of it; the vendors are asked to pay reserves out.
  daily: {
    entry: "functions/events/daily.ts",
    grants: [
      "book:read",
      "book:write",
      "mock-rail:read",
      "mock-rail:write",
      "vendor-secrets:read",
      "kyt-key:read",
      "audit-archive:write",
      "exports:write",
    ],
    timeoutSeconds: 900,
    memoryMb: 1024,
  },
  // Only on stages that take a third party's alerts.
  "pull-alerts": {
    entry: "functions/events/pull-alerts.ts",
    grants: ["book:read", "book:write", "vendor-secrets:read"],
    timeoutSeconds: 240,
    memoryMb: 512,
  },
  // A million settlements pass through it; two parts of 8 MB of their file are all that it holds.
  export: {
    entry: "functions/events/export.ts",
    grants: ["book:read", "book:write", "mock-rail:read", "vendor-secrets:read", "exports:write"],
    timeoutSeconds: 900,
    memoryMb: 1024,
  },
  // 50 MB of files, what is read of them, and the packet twice: once as its pages, once as its bytes.
  packet: {
    entry: "functions/events/packet.ts",
    grants: ["book:read", "book:write", "evidence:read", "evidence:write"],
    timeoutSeconds: 120,
    memoryMb: 2048,
    assets: invoiceFonts.map(({ file }) => file),
  },
  // Five letters, each of which the mail service has 15 s to take. It writes letters, and links into applications.
  "send-mail": {
    entry: "functions/events/send-mail.ts",
    grants: ["book:read", "book:write", "mail:send"],
    timeoutSeconds: 110,
    memoryMb: 512,
  },
} as const satisfies Record<string, ApiLambda>;

/** The name under which a step's bundle and function go: a settlement's `AwaitScreen` is `settlement-await-screen`. */
export function stepName(machine: string, step: string): string {
  return `${machine}${step.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function stepsOf(machine: string, steps: Readonly<Record<string, ApiLambda>>): Record<string, ApiLambda> {
  return Object.fromEntries(Object.entries(steps).map(([step, made]) => [stepName(machine, step), made]));
}

/** Every Lambda that no request reaches, by function name. */
export const innerLambdas: Readonly<Record<string, ApiLambda>> = {
  ...stepsOf("settlement", settlementSteps),
  ...stepsOf("escrow-payout", escrowPayoutSteps),
  ...eventLambdas,
};
