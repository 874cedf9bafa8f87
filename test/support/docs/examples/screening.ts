import { examples } from "../../../../functions/contract/examples.ts";
import type { Rehearsal } from "./rehearsal.ts";

const one = "limit=1";

/** Who screens, and how they came to it. */
export async function accounts(stage: Rehearsal): Promise<void> {
  await stage.show("getScreeningHealth");
  await stage.show("getScreeningApiDocs");
  await stage.show("getScreeningOpenApi");
  await stage.show("getScreeningOperatorDocs");
  const { id, apiKey } = await stage.show("createAccount");
  stage.accountKey = apiKey;
  const account = { params: { id } };
  await stage.show("getAccount", account);
  await stage.show("changeAccount", account);
  const { id: keyId } = await stage.show("mintAccountKey", account);
  await stage.show("listAccountKeys", { ...account, query: one });
  await stage.show("revokeAccountKey", { params: { id, keyId } });
  await stage.show("listAccounts", { query: one });
  const asked = async (contactEmail: string) => {
    const body = { ...(examples.requestAccount?.request as object), contactEmail };
    const { requestId } = await stage.show("requestAccount", { body });
    return { params: { id: requestId } };
  };
  const first = await asked("eve@acme.example");
  await stage.show("listAccountRequests", { query: one });
  await stage.show("getAccountRequest", first);
  await stage.show("declineAccountRequest", first);
  await stage.show("eraseAccountRequest", first);
  await stage.show("acceptAccountRequest", await asked("zoe@acme.example"));
}

/** What is screened, and by which lists. */
export async function screens(stage: Rehearsal): Promise<void> {
  await stage.publish(["0x70Fa93acf21838b3a7d26ABAD078E44C22f11d01"]);
  const { id } = await stage.show("screenValue");
  await stage.show("getScreen", { params: { id } });
  await stage.show("listAccountScreens", { query: one });
  await stage.show("readAccountScreen", { params: { id } });
  await stage.show("verifyScreen", { params: { id } });
  await stage.show("screenBatch");
  await stage.show("screenInPlayground");
  await stage.show("getUsage");
  await stage.show("listLists", { query: one });
  await stage.show("listListChanges");
  const body = { value: "0x52908400098527886E0F7030069857D2E4169EE7", webhook: "http://127.0.0.1:9/alerts" };
  const { id: monitorId } = await stage.show("openMonitor", { body });
  await stage.show("screening.search", { query: `q=${id}` });
  await stage.show("listMonitors", { query: one });
  await stage.show("getMonitor", { params: { id: monitorId } });
  await stage.show("listAccountMonitors", { query: one });
  await stage.show("readAccountMonitor", { params: { id: monitorId } });
  await stage.show("deleteMonitor", { params: { id: monitorId } });
}

/** The operator's own list, by the word of two. */
export async function ownList(stage: Rehearsal): Promise<void> {
  const second = `${stage.operatorToken}-2`;
  const { id } = await stage.show("proposeOwnEntry");
  const entry = { params: { id } };
  await stage.show("getOwnEntry", entry);
  await stage.show("listOwnEntries", { query: one });
  await stage.show("approveOwnEntry", { ...entry, bearer: second });
  await stage.show("withdrawOwnEntry", entry);
  await stage.show("rejectOwnEntry", { ...entry, bearer: second });
}
