import { beforeEach, describe, expect, test } from "vitest";
import { entriesIn } from "../../../functions/app/core/aggregate.ts";
import { secretDigest } from "../../../functions/app/core/api-key.ts";
import { mintLink, useLink, whoseLink } from "../../../functions/app/core/console-links.ts";
import {
  beginSession,
  endSession,
  findSession,
  sessionBeginning,
} from "../../../functions/app/core/console-sessions.ts";
import type { Context } from "../../../functions/app/core/context.ts";
import { throttleLogin } from "../../../functions/app/core/login-throttle.ts";
import type { Store } from "../../../functions/app/core/ports.ts";
import { endingWrite } from "../../../functions/app/core/session-endings.ts";
import { later, noon } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";

const anna = { actor: "operator:anna", tokenSha256: "token" };
const stands = async () => true;
/** The secret of the session that a link begins. */
async function usedLink(from: Context, secret: string, address: string): Promise<string> {
  const begun = await useLink(from, secret, stands, (who) =>
    sessionBeginning(from, who, { address, mostSessions: 10 }),
  );
  return begun.secret;
}

const noonSeconds = Date.parse(noon) / 1000;

let api: TestApi;
let context: Context;

beforeEach(() => {
  api = new TestApi();
  context = { ...api.context, actor: "operator:anna" };
});

/** What operators did, by the trail. */
function trail() {
  return entriesIn(api.store.rows()).map(({ actor, reason, after }) => ({ actor, reason, after }));
}

const rowOf = (type: string) => api.store.rows().find((row) => row.type === type);

describe("an operator's session", () => {
  test("begins with a secret that is nowhere, a line on the trail, and an end in eight hours", async () => {
    const secret = await beginSession({ ...context, actor: "service" }, anna, {
      address: "192.0.2.7",
      mostSessions: 10,
    });
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await beginSession(context, anna, { address: "192.0.2.7", mostSessions: 10 })).not.toBe(secret);
    const session = await findSession(context, secret);
    expect(session).toEqual({
      ...{ ...anna, id: expect.stringMatching(/^ses_/), createdAt: noon, seenAt: noon },
      ...{ address: "192.0.2.7", endings: { own: 0, all: 0 }, passkeyId: null },
    });
    const row = api.store.rows().find(({ pk }) => pk === `session#${secretDigest(secret)}`);
    expect(row).toMatchObject({ sk: "row", v: 1, ttl: noonSeconds + 8 * 3600 });
    expect(JSON.stringify(api.store.rows())).not.toContain(secret);
    expect(trail()[0]).toMatchObject({
      ...{ actor: "operator:anna", reason: "signed in to the console" },
      after: { subject: session?.id, detail: { address: "192.0.2.7" } },
    });
  });

  test("ends after half an hour without a request, and after eight hours whatever is asked", async () => {
    const secret = await beginSession(context, anna, { address: "192.0.2.7", mostSessions: 10 });
    for (let half = 1; half <= 16; half++) {
      api.pass(1799);
      expect(await findSession(context, secret), `${half}`).toBeDefined();
    }
    api.pass(16);
    expect(await findSession(context, secret)).toBeUndefined();
    const other = await beginSession(context, anna, { address: "192.0.2.7", mostSessions: 10 });
    api.pass(1800);
    expect(await findSession(context, other)).toBeUndefined();
    expect(await findSession(context, "nobody's")).toBeUndefined();
  });

  test("is written as used once a minute at most", async () => {
    const secret = await beginSession(context, anna, { address: "192.0.2.7", mostSessions: 10 });
    api.pass(59);
    await findSession(context, secret);
    expect(rowOf("session")).toMatchObject({ v: 1, body: { seenAt: noon } });
    api.pass(1);
    await findSession(context, secret);
    expect(rowOf("session")).toMatchObject({ v: 2, body: { seenAt: later(60), createdAt: noon } });
  });

  test("is ended once, with a line on the trail", async () => {
    const secret = await beginSession(context, anna, { address: "192.0.2.7", mostSessions: 10 });
    const session = await findSession(context, secret);
    await endSession(context, secretDigest(secret));
    await endSession(context, secretDigest(secret));
    expect(await findSession(context, secret)).toBeUndefined();
    const ended = trail().filter(({ reason }) => reason === "signed out of the console");
    expect(ended).toMatchObject([{ actor: "operator:anna", after: { subject: session?.id } }]);
  });

  test("that is used while it is ended is ended all the same", async () => {
    const secret = await beginSession(context, anna, { address: "192.0.2.7", mostSessions: 10 });
    api.pass(60);
    let isFirst = true;
    const { store } = api;
    const racing: Store = {
      read: (keys) => store.read(keys),
      page: (query) => store.page(query),
      write: async (writes, nonce) => {
        if (isFirst) {
          isFirst = false;
          await findSession(context, secret);
        }
        return store.write(writes, nonce);
      },
    };
    await endSession({ ...context, store: racing }, secretDigest(secret));
    expect(rowOf("session")).toBeUndefined();
  });
});

describe("sessions that are ended", () => {
  const ended = async (name: string | null) => {
    const write = await endingWrite(context, name && `operator:${name}`);
    await api.store.write([write], api.context.newId("req", api.context.clock.now()));
  };

  test("are their operator's alone, or everybody's; what begins in the same instant stays", async () => {
    const berta = { actor: "operator:berta", tokenSha256: "hers" };
    const secrets = [
      await beginSession(context, anna, { address: "192.0.2.7", mostSessions: 10 }),
      await beginSession(context, berta, { address: "192.0.2.8", mostSessions: 10 }),
    ];
    const last = () => Promise.all(secrets.map(async (secret) => (await findSession(context, secret)) !== undefined));
    await ended("anna");
    expect(await last()).toEqual([false, true]);
    const again = await beginSession(context, anna, { address: "192.0.2.7", mostSessions: 10 });
    expect(await findSession(context, again)).toBeDefined();
    await ended(null);
    expect(await last()).toEqual([false, false]);
    expect(await findSession(context, again)).toBeUndefined();
  });

  test("end for a name whatever its case and whatever door was taken", async () => {
    const arn = "arn:aws:iam::1:user/Anna";
    const secret = await beginSession(
      context,
      { actor: arn, tokenSha256: null },
      { address: "192.0.2.7", mostSessions: 10 },
    );
    await ended("anna");
    expect(await findSession(context, secret)).toBeUndefined();
  });

  test("cost a request no call more: one read has the session and what may have ended it", async () => {
    const secret = await beginSession(context, anna, { address: "192.0.2.7", mostSessions: 10 });
    const calls: number[] = [];
    const read: Store["read"] = (keys) => {
      calls.push(keys.length);
      return api.store.read(keys);
    };
    const store: Store = {
      read,
      page: (query) => api.store.page(query),
      write: (w, nonce) => api.store.write(w, nonce),
    };
    expect(await findSession({ ...context, store }, secret)).toBeDefined();
    expect(calls).toEqual([3]);
  });

  test("do not come back with a secret that says another's mark", async () => {
    const secret = await beginSession(context, anna, { address: "192.0.2.7", mostSessions: 10 });
    await ended("anna");
    expect(await findSession(context, secret.slice(0, -11) + secret.slice(0, 11))).toBeUndefined();
  });

  test("cannot be begun by a link that is used while they are ended", async () => {
    const { secret } = await mintLink(context, "token");
    let isFirst = true;
    const store: Store = {
      read: (keys) => api.store.read(keys),
      page: (query) => api.store.page(query),
      write: async (writes, nonce) => {
        if (isFirst) await ended("anna");
        isFirst = false;
        return api.store.write(writes, nonce);
      },
    };
    const used = usedLink({ ...context, store }, secret, "192.0.2.7");
    await expect(used).rejects.toMatchObject({ code: "not_found" });
    await expect(whoseLink(context, secret, stands)).rejects.toMatchObject({ code: "not_found" });
  });

  test("of the last release, which no mark names, have ended", async () => {
    const secret = "x".repeat(43);
    const body = { id: "ses_1", actor: anna.actor, tokenSha256: "token", createdAt: noon, seenAt: noon };
    const put = { pk: `session#${secretDigest(secret)}`, sk: "row", v: 1, type: "session", body };
    await api.store.write([{ put, expect: "absent" }], "n");
    expect(await findSession(context, secret)).toBeUndefined();
  });
});

describe("a link to the console", () => {
  test("signs its operator in once, within five minutes", async () => {
    const { secret, expiresAt } = await mintLink(context, "token");
    expect(expiresAt).toBe(later(300));
    expect(rowOf("console_link")).toMatchObject({ v: 1, ttl: noonSeconds + 300 });
    expect([await whoseLink(context, secret, stands), await whoseLink(context, secret, stands)]).toEqual([
      anna.actor,
      anna.actor,
    ]);
    api.pass(299);
    const used = await usedLink({ ...context, actor: "anonymous" }, secret, "192.0.2.7");
    expect(await findSession(context, used)).toMatchObject(anna);
    expect(trail().map(({ actor, reason }) => [actor, reason])).toEqual([
      [anna.actor, "minted a link to the console"],
      [anna.actor, "signed in to the console"],
    ]);
    expect(trail()[0]?.after).toMatchObject({ detail: { expiresAt } });
    const over = { code: "not_found", message: "this link has been used or is over" };
    await expect(usedLink(context, secret, "192.0.2.7")).rejects.toMatchObject(over);
    await expect(whoseLink(context, secret, stands)).rejects.toMatchObject(over);
  });

  test("is over after five minutes, and a secret that is none leads nowhere", async () => {
    const { secret } = await mintLink(context, "token");
    api.pass(300);
    await expect(whoseLink(context, secret, stands)).rejects.toMatchObject({ code: "not_found" });
    await expect(usedLink(context, "made-up", "192.0.2.7")).rejects.toMatchObject({ code: "not_found" });
  });

  test("lets one of two in who try at once", async () => {
    const { secret } = await mintLink(context, "token");
    const both = await Promise.allSettled([1, 2].map(() => usedLink(context, secret, "192.0.2.7")));
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(both.find((each) => each.status === "rejected")?.reason).toMatchObject({
      ...{ code: "not_found", message: "this link has been used or is over" },
    });
  });
});

describe("wrong tokens from one address", () => {
  const address = "192.0.2.7";
  const metered = () => ({ ...context, meter: api.meter });
  const wrong = () => throttleLogin(metered(), address, async () => undefined);
  const right = () => throttleLogin(metered(), address, async () => "anna");

  test("lock it for a quarter of an hour with the fifth, and say so once", async () => {
    for (let tries = 0; tries < 4; tries++) expect(await wrong()).toBeUndefined();
    expect([trail(), api.meter.values]).toEqual([[], {}]);
    expect(rowOf("lockout")).toMatchObject({ v: 4, ttl: noonSeconds + 900, body: { tries: 4, lockedUntil: null } });
    expect(await wrong()).toBeUndefined();
    expect(api.meter.values).toEqual({ SignInLockout: [1] });
    expect(trail()).toMatchObject([
      { reason: `${address} was locked after five wrong tokens`, after: { subject: address, detail: { address } } },
    ]);
    expect(rowOf("lockout")).toMatchObject({ ttl: noonSeconds + 1800, body: { lockedUntil: later(900) } });
    api.pass(890);
    const refused = { code: "rate_limited", message: "too many wrong tokens came from your address" };
    await expect(right()).rejects.toMatchObject({ ...refused, detail: { retryAfterSeconds: 10 } });
    api.pass(10);
    expect(await right()).toBe("anna");
  });

  test("are forgotten with a right one, and after a quarter of an hour", async () => {
    for (let tries = 0; tries < 4; tries++) await wrong();
    expect(await right()).toBe("anna");
    expect(rowOf("lockout")).toBeUndefined();
    for (let tries = 0; tries < 4; tries++) await wrong();
    api.pass(900);
    await wrong();
    expect(rowOf("lockout")).toMatchObject({ body: { tries: 1, since: later(900), lockedUntil: null } });
    expect(api.meter.values).toEqual({});
  });

  test("are one count for all addresses of an IPv6 network, which is one subscriber's", async () => {
    const from = (host: string) => throttleLogin(metered(), `2001:db8:1:2:${host}`, async () => undefined);
    for (let tries = 0; tries < 5; tries++) expect(await from(`${tries}::1`)).toBeUndefined();
    await expect(from("ffff::9")).rejects.toMatchObject({ code: "rate_limited" });
    expect(trail()).toMatchObject([
      { after: { subject: "2001:db8:1:2::/64", detail: { address: "2001:db8:1:2:4::1" } } },
    ]);
    expect(await throttleLogin(metered(), "2001:db8:1:3::1", async () => "berta")).toBe("berta");
  });

  test("are no concern of another address, and of many at once no more than five are looked at", async () => {
    let looked = 0;
    const tries = Array.from({ length: 8 }, () =>
      throttleLogin(metered(), address, async () => {
        looked += 1;
        return undefined;
      }),
    );
    const ends = await Promise.allSettled(tries);
    expect([looked, ends.filter(({ status }) => status === "rejected").length]).toEqual([5, 3]);
    expect(await throttleLogin(metered(), "192.0.2.8", async () => "berta")).toBe("berta");
  });
});
