import { z } from "zod";
import { allowedActions, lambdaAt } from "./lambda-roles.ts";
import { ofType, type Product, type Resource, target, targets } from "./templates.ts";

const targetsSchema = z.array(z.object({ Arn: z.unknown() })).default([]);

/** Invariant 8, of schedules: an invocation that failed is not repeated hours later beside the next one. */
export function repeatedSchedules(product: Product): string[] {
  const configured = ofType(product, "AWS::Lambda::EventInvokeConfig").filter(
    ({ properties }) => properties.MaximumRetryAttempts === 0,
  );
  const unrepeated = new Set(
    configured.map(({ properties }) => lambdaAt(product, target(properties.FunctionName))?.address),
  );
  return ofType(product, "AWS::Events::Rule").flatMap((rule) =>
    targetsSchema.parse(rule.properties.Targets).flatMap(({ Arn }) => {
      const lambda = lambdaAt(product, target(Arn));
      if (lambda === null || unrepeated.has(lambda.address)) return [];
      return [
        `${product.name}: ${lambda.address} is invoked by ${rule.address}, and Lambda repeats what failed twice over six hours: set retryAttempts 0 and a maxEventAge by configureAsyncInvoke.`,
      ];
    }),
  );
}

/** Invariant 8, of loops: Lambda stops a chain of sixteen messages of a Lambda to its own queue unless it is declared. */
export function undeclaredLoops(product: Product): string[] {
  return consumers(product).flatMap(({ lambda, source }) => {
    const sends = allowedActions(product, lambda).some(
      ({ actions, on }) => actions.some((action) => /^sqs:(SendMessage|\*)/.test(action)) && on.includes(source),
    );
    if (!sends || lambda.properties.RecursiveLoop === "Allow") return [];
    return [
      `${product.name}: ${lambda.address} may send to ${source}, which it consumes, and Lambda stops such a chain after sixteen messages: declare recursiveLoop ALLOW, or take the permission away.`,
    ];
  });
}

/** Invariant 8, of batches: what failed of a batch comes back alone, or is found by halves where a stream is in order. */
export function wholeBatches(product: Product): string[] {
  return ofType(product, "AWS::Lambda::EventSourceMapping").flatMap(({ address, properties }) => {
    const kinds = z.array(z.string()).default([]).parse(properties.FunctionResponseTypes);
    const isHalved = properties.BisectBatchOnFunctionError === true;
    if (kinds.includes("ReportBatchItemFailures") || isHalved) return [];
    return [
      `${product.name}: ${address} repeats a whole batch for one failure: report batch item failures, or bisect a stream's batch.`,
    ];
  });
}

/** Invariant 8, of queues: a message stays invisible until its consumer is surely done, or a reason is on record. */
export function earlyMessages(product: Product, reasons: Readonly<Record<string, string>>): string[] {
  return consumers(product).flatMap(({ lambda, source }) => {
    const queue = ofType(product, "AWS::SQS::Queue").find(({ address }) => address === source);
    if (queue === undefined) return [];
    const seconds = Number(lambda.properties.Timeout ?? 3);
    const hasReason = Object.keys(reasons).some((start) => source.startsWith(start));
    const visible = Number(queue.properties.VisibilityTimeout ?? 30);
    // Lambda refuses a queue whose messages come back before its own time is up, whatever the reason.
    const needed = hasReason ? seconds : 6 * seconds;
    if (visible >= needed) return [];
    return [
      `${product.name}: ${source} shows a message again after ${visible} s, too early for ${lambda.address}, which takes up to ${seconds} s: set its visibility time-out to ${needed} s, or put the reason on record in test/stack/invariants/reasons.ts.`,
    ];
  });
}

const dayOfSeconds = 86_400;

/** Invariant 8, of dead letters: they are kept longer than the queue that they come from, which counts from the first send. */
export function shortDeadLetters(product: Product): string[] {
  const queues = ofType(product, "AWS::SQS::Queue");
  const stored = (queue: Resource) => Number(queue.properties.MessageRetentionPeriod ?? 4 * dayOfSeconds);
  const consumed = new Set(consumers(product).map(({ source }) => source));
  return queues.flatMap((queue) => {
    const [deadLetters] = targets(queue.properties.RedrivePolicy);
    const found = queues.find(({ address }) => address === deadLetters);
    if (found === undefined)
      return consumed.has(queue.address)
        ? [`${product.name}: ${queue.address} has no dead-letter queue, so a message that fails is lost: give it one.`]
        : [];
    if (stored(found) > stored(queue)) return [];
    return [
      `${product.name}: ${found.address} keeps messages for ${stored(found)} s and ${queue.address}, where their time began, for ${stored(queue)} s: keep the dead letters longer.`,
    ];
  });
}

function consumers(product: Product): { readonly lambda: Resource; readonly source: string }[] {
  return ofType(product, "AWS::Lambda::EventSourceMapping").flatMap(({ properties }) => {
    const lambda = lambdaAt(product, target(properties.FunctionName));
    const source = target(properties.EventSourceArn);
    return lambda === null || source === null ? [] : [{ lambda, source }];
  });
}
