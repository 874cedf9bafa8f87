import type { ApiLambda, Grant } from "../http/operation.ts";

/** A task of a state machine, by the path of its handler below `functions/steps`, without the extension. */
export function machineStep(entry: string, grants: readonly Grant[] = []): ApiLambda {
  return {
    entry: `functions/steps/${entry}.ts`,
    grants: ["book:read", "book:write", ...grants],
    timeoutSeconds: 30,
    memoryMb: 512,
  };
}
