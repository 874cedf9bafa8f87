import type { Queue } from "aws-cdk-lib/aws-sqs";

/** The queues of due work, as their constructs are called. */
export type DueQueueName = "Entries" | "Claims" | "Deadlines" | "LookUps";

export type DueQueueSet = Readonly<Record<DueQueueName, Queue>>;
