import { describe } from "vitest";
import { promiseSessions } from "../../../support/access/session-promises.ts";
import { ofScreening } from "../../../support/routes/visitor.ts";
import { DeployedLists } from "../../../support/screening/deployed-lists.ts";

describe("in the screening interface's console", () => {
  promiseSessions({ deployed: new DeployedLists(), visited: ofScreening, page: "showScreens" });
});
