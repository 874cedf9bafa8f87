import { describe } from "vitest";
import { promiseSessions } from "../../support/access/session-promises.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";

describe("in the rails' console", () => {
  promiseSessions({ deployed: new DeployedSandbox(), page: "showTenants" });
});
