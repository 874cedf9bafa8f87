import { beforeAll, describe, expect, test } from "vitest";
import { isRoleEnough, type OperatorRole, operatorRoles } from "../../../functions/domain/core/operator.ts";
import { actionRoles, type ReviewAction } from "../../../functions/domain/review/review-reason-code.ts";
import { pattern } from "../../../functions/http/match-operation.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { neededRole } from "../../../functions/http/rights.ts";
import type { Crawl, Target } from "../routes/crawl.ts";
import { referencesIn } from "../routes/references.ts";
import { type ProductConsole, Visitor } from "../routes/visitor.ts";
import type { DeployedSandbox } from "../runner/deployed.ts";
import type { PlainReply } from "../runner/lambdas.ts";

interface PagesWorld {
  readonly deployed: DeployedSandbox;
  readonly operations: readonly Operation[];
  readonly visited: ProductConsole;
  readonly home: string;
  /** Where the navigation says that pages are which another entry leads to, by their operations. */
  readonly entriesOf: Readonly<Record<string, string>>;
  /** Opens every page of the console there is, as an admin. */
  readonly crawl: () => Promise<Crawl>;
}

interface ShownForm {
  readonly op: Operation;
  /** What tells it from others of its page. */
  readonly about: string;
  readonly needed: OperatorRole;
}

/** The role that a form's sender needs: its operation's, and of the review queue its action's. */
function roleFor(op: Operation, fields: Readonly<Record<string, string>>): OperatorRole {
  return op.id === "actOnItem" ? actionRoles[fields.action as ReviewAction] : neededRole(op);
}

/** Shows every page of a console to every role, and holds the forms and links on it to what the contract lets the role do. */
export function promisePagesByRole({ deployed, operations, visited, home, entriesOf, crawl }: PagesWorld): void {
  const visitors = new Map<OperatorRole, Visitor>();
  let pages: readonly Target[];

  const tokenOf = (role: string) => `token-of-the-operator-whose-role-is-the-${role}`;

  beforeAll(async () => {
    deployed.aws.tokens = [
      ...deployed.aws.tokens,
      ...operatorRoles.map((role) => ({ name: role, token: tokenOf(role) })),
    ];
    const crawled = await crawl();
    pages = crawled.opened.filter(({ op }) => op.caller === "console");
    for (const [at, role] of operatorRoles.entries()) {
      const given = await deployed.call("setOperatorRole", deployed.operatorToken, { name: role }, { role });
      expect(given.status, given.text).toBe(200);
      const visitor = new Visitor(deployed, `192.0.2.${10 + at}`, visited);
      expect((await visitor.signIn(tokenOf(role))).status).toBe(303);
      visitors.set(role, visitor);
    }
  });

  const prefixLength = new URL(home).pathname.replace(/\/$/, "").length;
  // The gateway prefers the path that is more exact.
  const byExactness = operations
    .toSorted((a, b) => a.path.split("{").length - b.path.split("{").length)
    .map((op) => ({ op, path: pattern(op.path) }));

  function served(url: URL, to: string, method: string): Operation | undefined {
    const target = new URL(to, url).pathname.slice(prefixLength);
    return byExactness.find(({ op, path }) => op.method === method && path.test(target))?.op;
  }

  function formsOn({ url }: Target, reply: PlainReply): ShownForm[] {
    return referencesIn(url, reply).flatMap(({ to, method, form }) => {
      const op = form && method === "POST" ? served(url, to, method) : undefined;
      if (op?.caller !== "console") return [];
      const values = Object.fromEntries((form?.fields ?? []).map(({ name, value }) => [name, value]));
      return [{ op, about: `${op.id} ${to} ${values.action ?? ""}`, needed: roleFor(op, values) }];
    });
  }

  function linksOn({ url }: Target, reply: PlainReply): Operation[] {
    const gets = referencesIn(url, reply).filter(({ method }) => method === "GET");
    return gets.flatMap(({ to }) => served(url, to, "GET") ?? []);
  }

  async function open(role: OperatorRole, { op, path }: Target): Promise<PlainReply> {
    const visitor = visitors.get(role) as Visitor;
    return visitor.ask(op, path);
  }

  test("each page is marked in the navigation that leads to it, but for what it finds", async () => {
    const unmarked = new Set<string>();
    const marked = new Map<string, string>();
    for (const page of pages) {
      const { text } = await open("admin", page);
      const [, entries] = text.match(/<nav aria-label="Console">(.*?)<\/nav>/s) ?? [];
      if (entries === undefined) continue;
      const names = [...entries.matchAll(/aria-current="page">([^<]*)/g)].map(([, name]) => name ?? "");
      expect(names.length, page.path).toBeLessThan(2);
      if (names[0] !== undefined) marked.set(page.op.id, names[0]);
      else if (!/<div class="who">.*aria-current="page".*<\/b>/.test(text)) unmarked.add(page.op.id);
    }
    expect(["showSearch"]).toEqual(expect.arrayContaining([...unmarked]));
    expect(Object.fromEntries(marked)).toMatchObject(entriesOf);
  });

  describe.each(operatorRoles.map((role) => [role] as const))("whose role is %s", (role) => {
    test("sees the pages that the role may see, with those forms that it may send, and all of those", async () => {
      const wrong: string[] = [];
      let forms = 0;
      let opened = 0;
      for (const page of pages) {
        const reply = await open(role, page);
        const mayOpen = isRoleEnough(role, neededRole(page.op));
        if (!mayOpen) expect([page.path, reply.status]).toEqual([page.path, 403]);
        if (!mayOpen || !reply.headers["content-type"]?.startsWith("text/html")) continue;
        const shown = formsOn(page, reply);
        opened += 1;
        forms += shown.length;
        const admins = formsOn(page, await open("admin", page));
        for (const { about, needed } of shown)
          if (!isRoleEnough(role, needed)) wrong.push(`${page.op.id} shows ${about}, which needs ${needed}`);
        for (const { about, needed } of admins)
          if (isRoleEnough(role, needed) && !shown.some((each) => each.about === about) && !isOwn(about))
            wrong.push(`${page.op.id} lacks ${about}, which needs ${needed}`);
        for (const op of linksOn(page, reply))
          if (!isRoleEnough(role, neededRole(op)))
            wrong.push(`${page.op.id} leads to ${op.id}, which needs ${neededRole(op)}`);
      }
      expect([...new Set(wrong)]).toEqual([]);
      // Each page that opens has at least the form that signs out.
      expect(forms).toBeGreaterThan(opened);
    });
  });
}

/** What differs from person to person, or from record to record, whatever their roles: one's own sessions, and what an approval is about. */
function isOwn(about: string): boolean {
  return /^(endSession|giveApproval|giveApprovalNow|refuseApproval) /.test(about);
}
