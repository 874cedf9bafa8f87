import { NestedStack } from "aws-cdk-lib";
import { Construct } from "constructs";
import type { ApiLambda, Operation } from "../../functions/http/operation.ts";
import { isOperators } from "./routes.ts";
import { ServiceLambda, type Workshop } from "./service-lambda.ts";

/**
 * The Lambdas behind the gateway, made as its routes ask for them, so that none stands there unused: the operators'
 * in one nested stack, the tenants' in another, those of pages for people in a third. Which one follows from its routes and may never change, because
 * a Lambda cannot be made in one stack while another still has its name.
 */
export class Handlers extends Construct {
  private readonly lambdas: Readonly<Record<string, ApiLambda>>;
  private readonly operations: readonly Operation[];
  private readonly workshop: Workshop;
  private readonly made = new Map<string, ServiceLambda>();

  constructor(
    scope: Construct,
    lambdas: Readonly<Record<string, ApiLambda>>,
    operations: readonly Operation[],
    workshop: Workshop,
  ) {
    super(scope, "Handlers");
    this.lambdas = lambdas;
    this.operations = operations;
    this.workshop = workshop;
  }

  named(name: string): ServiceLambda {
    const handler =
      this.made.get(name) ?? new ServiceLambda(this.stackOf(name), name, this.describedAs(name), this.workshop);
    this.made.set(name, handler);
    return handler;
  }

  private describedAs(name: string): ApiLambda {
    const described = this.lambdas[name];
    if (described === undefined) throw new Error(`The contract names a Lambda that it does not describe: ${name}`);
    return described;
  }

  private stackOf(name: string): NestedStack {
    const paths = this.operations.filter(({ lambda }) => lambda === name).map(({ path }) => path);
    const sides = new Set(paths.map(isOperators));
    if (sides.size > 1) throw new Error(`The Lambda ${name} serves operators and others: let each side have its own.`);
    if (sides.has(true)) return this.stackCalled("Operators");
    return this.stackCalled(paths.some((path) => path.startsWith("/api/")) ? "Tenants" : "People");
  }

  /** An empty stack cannot be deployed, so each is made with its first Lambda. */
  private stackCalled(id: string): NestedStack {
    return (this.node.tryFindChild(id) as NestedStack | undefined) ?? new NestedStack(this, id);
  }
}
