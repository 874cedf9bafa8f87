/** A queue for what failed for good: how people are told, and the way back. */
export interface DeadLetterQueue {
  /** What its construct is called: the beginning of its logical id, which AWS makes part of its name. */
  readonly queue: string;
  /** The queue that redriven messages go back into; null where they are pointers, which are removed. */
  readonly back: string | null;
  /** What `npm run redrive` says after the number of messages. */
  readonly redriven: string;
  /** Also the anchor of its chapter in docs/runbook.md. */
  readonly alarm: string;
  readonly humanImpact: string;
}

/** Every dead-letter queue of the stack, by the name that `npm run redrive -- --queue NAME` takes. */
export const deadLetterQueues = {
  webhooks: {
    queue: "WebhookQueueDeadLetters",
    back: "WebhookQueueDeliveries",
    redriven: "are back in the queue of deliveries",
    alarm: "webhook-dead-letters",
    humanImpact: "Some deliveries could not be handled; tenants miss webhooks until the sweeper sends them.",
  },
  outbox: {
    queue: "OutboxDeadLetters",
    back: null,
    redriven: "removed; they point to entries that the sweeper hands on within a minute",
    alarm: "outbox-dead-letters",
    humanImpact: "Settlements may not have started and tenants may not have been told what happened.",
  },
  "due-work": {
    queue: "DueWorkDeadLetters",
    back: null,
    redriven: "removed; they name rows that the sweeper hands out again within a quarter of an hour",
    alarm: "due-work-dead-letters",
    humanImpact:
      "The worker of something that is due dies of it: a tenant's settlement, claim or webhook waits and is tried again in vain.",
  },
  exports: {
    queue: "ExportsDeadLetters",
    back: "ExportsOrders",
    redriven: "are back in the queue of exports",
    alarm: "export-dead-letters",
    humanImpact: "An operator waits for a reconciliation or a close that could not be made in three attempts.",
  },
  packets: {
    queue: "EvidenceDeadLetters",
    back: "EvidencePackets",
    redriven: "are back in the queue of packets",
    alarm: "packet-dead-letters",
    humanImpact:
      "A tenant waits for a dispute's evidence packet that could not be made in three attempts, as the case says; the network's window closes by itself.",
  },
  mail: {
    queue: "MailDeadLetters",
    back: "MailLetters",
    redriven: "are back in the queue of letters",
    alarm: "mail-dead-letters",
    humanImpact:
      "A payer waits for an invoice or a receipt, or a business for its invitation: three attempts could not send it.",
  },
} as const satisfies Record<string, DeadLetterQueue>;

export type DeadLetters = keyof typeof deadLetterQueues;
