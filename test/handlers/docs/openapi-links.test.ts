import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type DocumentedLink, documentedLinks, type Json, resolve } from "../../support/docs/documented-links.ts";
import { operationsById, type Question, Rehearsal } from "../../support/docs/examples/rehearsal.ts";
import { scenes } from "../../support/docs/examples/scenes.ts";

/** What an expression reads of a reply's body, step by step; nothing where it reads the request. */
function stepsOf(expression: string): string[] | undefined {
  return /^\$response\.body#\/(.+)$/.exec(expression)?.[1]?.split("/");
}

/** Whether a schema has the property that the steps lead to, in any of its shapes. */
function hasProperty(root: Json, schema: Json | undefined, [step, ...rest]: readonly string[]): boolean {
  const shape = resolve(root, schema);
  if (!shape) return false;
  if (step === undefined) return true;
  const parts = [shape.anyOf, shape.oneOf, shape.allOf].flatMap((each) => Object.values(each ?? {}));
  const next = /^\d+$/.test(step) ? shape.items : shape.properties?.[step];
  return hasProperty(root, next, rest) || parts.some((part) => hasProperty(root, part, [step, ...rest]));
}

function told({ document, from, status, name }: DocumentedLink): string {
  return `${document}: ${from.id} ${status} ${name}`;
}

describe("every link of a reply", () => {
  test("leads to an operation of its document, by parameters that the operation has", () => {
    const wrong = documentedLinks.filter(({ to, parameters }) => {
      const names = new Set(to?.parameters.map(({ name }) => name));
      return !to || Object.keys(parameters).some((name) => !names.has(name));
    });
    expect(wrong.map(told)).toEqual([]);
  });

  test("gives each parameter that the operation cannot do without", () => {
    const wrong = documentedLinks.filter(({ to, parameters }) =>
      to?.parameters.some(({ name, in: where, required }) => required && where !== "header" && !(name in parameters)),
    );
    expect(wrong.map(told)).toEqual([]);
  });

  test("reads a property that the reply has, or a parameter that the request had", () => {
    const wrong = documentedLinks.filter(({ from, schema, components, parameters }) =>
      Object.values(parameters).some((expression) => {
        const steps = stepsOf(expression);
        if (steps) return !hasProperty(components, schema, steps);
        return !from.parameters.some(({ name, in: where }) => expression === `$request.${where}.${name}`);
      }),
    );
    expect(wrong.map(told)).toEqual([]);
  });
});

describe("an operation of one record", () => {
  const reached = new Set(documentedLinks.map(({ document, to }) => `${document} ${to?.id}`));

  test.each([
    ["tenants", "getInvoice"],
    ["tenants", "cancelPayment"],
    ["tenants", "completeMilestone"],
    ["tenants", "withdrawApproval"],
    ["tenants", "getEvidenceUrl"],
    ["operators", "approveAction"],
    ["operators", "deleteWebhook"],
    ["accounts", "deleteMonitor"],
    ["screeners", "revokeAccountKey"],
  ])("is led to: %s %s", (document, id) => {
    expect(reached).toContain(`${document} ${id}`);
  });
});

/** What a record need not have yet when a link leads there. */
const notYet: Readonly<Record<string, string>> = {
  getTenantBrand: "it has no brand of its own",
  getEvidenceUrl: "no such evidence",
};

/** Fonts lie beside a bundle alone, which the journeys ask. */
const isPdf = (id: string) => id.endsWith("Pdf");

/** The service, with every link that reads followed as soon as its reply has come. */
class Followed extends Rehearsal {
  readonly broken: string[] = [];
  readonly followed = new Set<string>();

  override async show(id: string, question: Question = {}) {
    const reply = await super.show(id, question);
    const op = operationsById.get(id);
    const isHere = ({ from }: DocumentedLink) => from.id === op?.id && from.path === op?.path;
    for (const link of documentedLinks.filter(isHere)) await this.#follow(link, question, reply);
    return reply;
  }

  async #follow(link: DocumentedLink, { params = {}, bearer }: Question, reply: unknown): Promise<void> {
    const isScreening = link.document === "accounts" || link.document === "screeners";
    const op =
      operationsById.get(`${isScreening ? "screening." : ""}${link.to?.id}`) ?? operationsById.get(`${link.to?.id}`);
    const values = Object.entries(link.parameters).map(([name, expression]) => {
      const steps = stepsOf(expression);
      const value = steps ? read(reply, steps) : params[expression.slice(expression.lastIndexOf(".") + 1)];
      return [name, value] as const;
    });
    if (op?.method !== "GET" || isPdf(op.id) || values.some(([, value]) => typeof value !== "string")) return;
    const path = values.reduce(
      (at, [name, value]) => at.replace(`{${name}}`, encodeURIComponent(String(value))),
      op.path,
    );
    const query = values.filter(([name]) => !op.path.includes(`{${name}}`)).map(([name, value]) => `${name}=${value}`);
    const answer = await this.send(op, {
      method: "GET",
      path: [path, ...(query.length > 0 ? [query.join("&")] : [])].join("?"),
      headers: { authorization: `Bearer ${bearer ?? this.bearerFor(op)}`, accept: "application/json" },
    });
    this.followed.add(op.id);
    if (answer.status === 404 && answer.text.includes(notYet[op.id] ?? op.id)) return;
    if (answer.status >= 300) this.broken.push(`${told(link)}: ${answer.status} ${answer.text.slice(0, 200)}`);
  }
}

function read(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce((at: unknown, step) => (at as Record<string, unknown> | undefined | null)?.[step], value);
}

describe("a link of a real reply", () => {
  const stage = new Followed({ HOLD: "true", LISTS_BUCKET: "lists" });

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    stage.at(0);
    await stage.start();
    for (const [at, [, scene]] of scenes.entries()) {
      stage.at(at + 1);
      await scene(stage);
    }
  });

  afterAll(() => {
    stage.stop();
    vi.useRealTimers();
  });

  test("is answered well", () => {
    expect(stage.broken).toEqual([]);
  });

  test("is followed to every operation that reads and is led to", () => {
    const led = documentedLinks.flatMap(({ to }) => (to?.method === "get" && !isPdf(to.id) ? [to.id] : []));
    expect([...new Set(led)].filter((id) => !stage.followed.has(id))).toEqual([]);
  });
});
