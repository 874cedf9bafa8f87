import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operatorRoles } from "../../../functions/domain/core/operator.ts";
import { keyScopes } from "../../../functions/domain/tenants/key-scope.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { neededRole, scopeOf } from "../../../functions/http/rights.ts";
import { goodRequest } from "../routes/bad-input.ts";
import type { ProductConsole } from "../routes/visitor.ts";
import { Visitor } from "../routes/visitor.ts";
import type { DeployedSandbox } from "../runner/deployed.ts";
import type { PlainReply } from "../runner/lambdas.ts";

/** Whether somebody may ask for an operation, as it answered. */
type Right = "yes" | "no" | "unknown caller";

interface Asker {
  readonly who: string;
  readonly ask: Ask;
}

type Ask = (op: Operation) => Promise<PlainReply>;

/** A request that nobody is answered well: its query and its body are wrong, so that whoever hears of neither was refused before. */
function brokenRequest(op: Operation) {
  const { method, path, headers } = goodRequest(op);
  const body = method === "GET" ? {} : { body: "{" };
  return { method, path: `${path}?nosuch=1`, headers: { ...headers, "content-type": "application/json" }, ...body };
}

/** Everybody who may ask for something, by kind: nobody, each role by token and in a browser, each scope. */
class Callers {
  readonly #deployed: DeployedSandbox;
  readonly #visited: ProductConsole | undefined;
  readonly #visitors = new Map<string, Visitor>();
  readonly #keys: ReadonlyMap<string, string>;

  constructor(deployed: DeployedSandbox, keys: ReadonlyMap<string, string>, visited?: ProductConsole) {
    this.#deployed = deployed;
    this.#keys = keys;
    this.#visited = visited;
  }

  static tokenOf(role: string): string {
    return `token-of-the-operator-whose-role-is-the-${role}`;
  }

  /** Gives each role to an operator of its name, over the interface, and signs each in. */
  async enter(): Promise<void> {
    const { operatorToken } = this.#deployed;
    for (const [at, role] of operatorRoles.entries()) {
      const given = await this.#deployed.call("setOperatorRole", operatorToken, { name: role }, { role });
      if (given.status !== 200) throw new Error(`setOperatorRole: ${given.status} ${given.text}`);
      const visitor = new Visitor(this.#deployed, `192.0.2.${10 + at}`, this.#visited);
      const entered = await visitor.signIn(Callers.tokenOf(role));
      if (entered.status !== 303) throw new Error(`sign-in of ${role}: ${entered.status} ${entered.text}`);
      this.#visitors.set(role, visitor);
    }
  }

  #bearer(token: string | undefined): Ask {
    return async (op) => {
      const request = brokenRequest(op);
      const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
      return this.#deployed.send(op, { ...request, headers: { ...request.headers, ...authorization } });
    };
  }

  #browser(visitor: Visitor | undefined): Ask {
    return async (op) => {
      const who = visitor ?? new Visitor(this.#deployed, "192.0.2.9", this.#visited);
      return who.ask(op, `${goodRequest(op).path}?nosuch=1`);
    };
  }

  /** Who asks for an operation: the callers of its kind, and those of the other kinds. */
  askers({ caller, method }: Operation): Asker[] {
    const roles = operatorRoles.map((who) => ({ who, ask: this.#bearer(Callers.tokenOf(who)) }));
    const scopes = [...this.#keys].map(([who, key]) => ({ who, ask: this.#bearer(key) }));
    if (caller !== "console") return [{ who: "nobody", ask: this.#bearer(undefined) }, ...roles, ...scopes];
    // A form that no page of ours sent is refused as that.
    const byToken = method === "GET" ? [...roles, ...scopes] : [];
    const tokens = byToken.map(({ who, ask }) => ({ who: `the token ${who}`, ask }));
    const signedIn = operatorRoles.map((who) => ({ who, ask: this.#browser(this.#visitors.get(who)) }));
    return [{ who: "nobody", ask: this.#browser(undefined) }, ...tokens, ...signedIn];
  }
}

function answerOf(op: Operation, reply: PlainReply): Right {
  if (reply.status === 401) return "unknown caller";
  if (op.caller === "console" && reply.status === 303) return "unknown caller";
  return reply.status === 403 ? "no" : "yes";
}

/** Who may ask for an operation, by its contract alone. */
function allowedTo(op: Operation, scopes: readonly string[] = keyScopes): string[] {
  if (op.caller === "tenant") return scopes.filter((scope) => scope === "*" || scope === scopeOf(op));
  return operatorRoles.slice(operatorRoles.indexOf(neededRole(op)));
}

/** Whether an operation is asked for by tenants or by operators, in any way. Who still owes a passkey has no role yet. */
function isGuarded({ caller, internalToken, session }: Operation): boolean {
  if (session === "pending") return false;
  return caller === "tenant" || caller === "operator" || caller === "console" || internalToken === true;
}

/** A line of the table for people to read. */
function lineOf(op: Operation, who: readonly string[]): string {
  return `${op.method.padEnd(6)} ${op.path.padEnd(64)} ${op.id.padEnd(26)} ${op.caller.padEnd(8)} ${who.join(" ")}`.trimEnd();
}

interface Documented {
  readonly operationId: string;
  readonly "x-scope"?: string;
  readonly "x-role"?: string;
}

/** What a document says of the right that each of its operations needs. */
function rightsIn(file: string): Map<string, string> {
  const { paths } = JSON.parse(readFileSync(file, "utf8")) as { paths: Record<string, Record<string, Documented>> };
  const each = Object.values(paths).flatMap((item) => Object.values(item));
  return new Map(
    each.flatMap((op) => {
      const right = op["x-scope"] ?? op["x-role"];
      return right === undefined ? [] : [[`${op.operationId}`, right] as const];
    }),
  );
}

interface MatrixWorld {
  readonly deployed: DeployedSandbox;
  readonly operations: readonly Operation[];
  /** The documents that tell of them. */
  readonly documents: readonly string[];
  /** Makes a key with each set of scopes; those that keys of this product can have. */
  readonly keys: () => Promise<ReadonlyMap<string, string>>;
  readonly scopes: readonly string[];
  readonly visited?: ProductConsole;
  /** The file that has the table for people to read. */
  readonly golden: string;
}

/** Asks for every operation as everybody, and holds what each hears to the contract, the documents and the table on file. */
export function promiseRights({ deployed, operations, documents, keys, scopes, visited, golden }: MatrixWorld): void {
  let callers: Callers;
  const guarded = operations.filter(isGuarded);

  beforeAll(async () => {
    const { aws } = deployed;
    aws.tokens = [...aws.tokens, ...operatorRoles.map((role) => ({ name: role, token: Callers.tokenOf(role) }))];
    await deployed.open();
    callers = new Callers(deployed, await keys(), visited);
    await callers.enter();
  });
  afterAll(() => deployed.stop());

  test.each(guarded.map((op) => [op.id, op] as const))("%s", async (_, op) => {
    // So that no tenant meets its rate limit for the table's sake.
    if (op.caller === "tenant") await deployed.advance(10);
    const allowed = allowedTo(op, scopes);
    for (const { who, ask } of callers.askers(op)) {
      const { commits } = deployed.aws.store;
      const reply = await ask(op);
      const answer = answerOf(op, reply);
      const isOfKind = (op.caller === "tenant" ? scopes : operatorRoles).some((each) => each === who);
      expect(`${who}: ${answer}`).toBe(
        `${who}: ${!isOfKind ? "unknown caller" : allowed.includes(who) ? "yes" : "no"}`,
      );
      // Who may ask is told what is wrong with the request, and who may not is not.
      if (answer === "yes") expect(reply.status, reply.text).toBeGreaterThanOrEqual(400);
      if (answer !== "no") continue;
      expect(reply.text).toContain(op.caller === "console" ? `role ${neededRole(op)}` : "insufficient_scope");
      if (op.caller !== "tenant") expect(deployed.aws.store.commits).toBe(commits);
    }
  });

  test("is what the documents say", () => {
    const said = new Map(documents.flatMap((file) => [...rightsIn(file)]));
    const published = guarded.filter(({ caller, id }) => caller !== "console" && said.has(id));
    const needed = (op: Operation) => (op.caller === "tenant" ? scopeOf(op) : neededRole(op));
    expect([...said].toSorted()).toEqual(published.map((op) => [op.id, needed(op)]).toSorted());
  });

  test("is the table on file, which vitest -u writes anew", async () => {
    const lines = guarded.map((op) => lineOf(op, allowedTo(op, scopes)));
    await expect(`${lines.toSorted().join("\n")}\n`).toMatchFileSnapshot(golden);
  });
}
