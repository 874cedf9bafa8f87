import { promisePasskeys } from "../support/access/browser-passkeys.ts";
import { describeInBrowser } from "../support/journeys/browser.ts";

describeInBrowser("an operator with a browser that has an authenticator", () => promisePasskeys("rails"));
