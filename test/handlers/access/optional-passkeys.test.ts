import { afterAll, beforeAll, expect, test } from "vitest";
import { optionsIn, SoftwareAuthenticator } from "../../support/access/software-authenticator.ts";
import { Visitor } from "../../support/routes/visitor.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
const own = new SoftwareAuthenticator();

beforeAll(() => deployed.open());

afterAll(() => deployed.stop());

const isIn = async (who: Visitor) => (await who.get("showTenants")).status === 200;

test("where no passkey is required, who makes one is asked for it from then on, and what began without it has ended", async () => {
  const [anna, twin] = [new Visitor(deployed, "192.0.2.1"), new Visitor(deployed, "192.0.2.2")];
  await Promise.all([anna.signIn(), twin.signIn()]);
  expect([await isIn(anna), await isIn(twin)]).toEqual([true, true]);
  await anna.get("showPasskeys");
  const options = optionsIn((await anna.post("askForPasskey")).text);
  const added = await anna.post("addPasskey", { answer: own.make(options), name: "phone" });
  expect([added.status, added.headers.location]).toEqual([303, "../console/sign-in?out=1"]);
  expect([await isIn(anna), await isIn(twin)]).toEqual([false, false]);
  expect((await anna.post("signIn", { token: deployed.operatorToken })).headers.location).toBe(
    "../console/sign-in/passkey",
  );
  expect(await isIn(anna)).toBe(false);
  const answer = own.present(optionsIn((await anna.get("showPasskeySignIn")).text));
  expect((await anna.post("presentPasskey", { answer })).status).toBe(303);
  expect(await isIn(anna)).toBe(true);
});
