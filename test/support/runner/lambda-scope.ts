import { AsyncLocalStorage } from "node:async_hooks";
import { Agent, type ClientRequest } from "node:http";

/** The Lambda on whose behalf something runs in this process. */
export const lambdaScope = new AsyncLocalStorage<string>();

/** The header in which the fake AWS is told which Lambda asks. */
export const lambdaHeader = "x-asking-lambda";

/** Every request of an AWS client goes through an agent; this one says for which Lambda it is. */
class TellingAgent extends Agent {
  addRequest(request: ClientRequest, options: unknown): void {
    const name = lambdaScope.getStore();
    if (name !== undefined) request.setHeader(lambdaHeader, name);
    (Agent.prototype as unknown as { addRequest(request: ClientRequest, options: unknown): void }).addRequest.call(
      this,
      request,
      options,
    );
  }
}

export const tellingAgent = new TellingAgent({ keepAlive: true, maxSockets: 50 });
