import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import * as z from "zod";
import { resetPasskeys } from "../../functions/app/access/operator-passkeys.ts";
import { listOperators, recordOperatorRole } from "../../functions/app/access/operator-roles.ts";
import { operatorsName } from "../../functions/contract/access/sessions.ts";
import { type OperatorRole, operatorRoles, shortestToken } from "../../functions/domain/core/operator.ts";
import { Refusal } from "../../functions/domain/core/refusal.ts";
import { commandContext } from "../../functions/wiring/core/command.ts";
import { Trouble } from "../sandbox/trouble.ts";
import { actingAs, actingUsage, requireOperatorName } from "./acting.ts";
import { clientSettings, type Product, readWhere, stackOutput, type Where, whereOptions, whereUsage } from "./where.ts";

/** What `npm run operator -- --help` prints. */
const operatorUsage = `npm run operator -- list
npm run operator -- add NAME      a token for a new operator; shown once. --role ROLE, else viewer
npm run operator -- role NAME ROLE
                                  gives an operator a role, whatever door they come by:
                                  viewer, reviewer, finance or admin
npm run operator -- reset-passkeys NAME
                                  takes an operator's lost passkeys away and ends
                                  their sessions; first see that it is they who ask
npm run operator -- rotate NAME   a second token for an operator; the first stays valid
npm run operator -- retire NAME   ends all of an operator's tokens but the newest
npm run operator -- remove NAME   ends all of an operator's tokens
New tokens and roles work at once, ended tokens stop within half a minute. A token
whose operator was given no role is an admin's.
  --role ROLE      of add: the new operator's role
${actingUsage}
  --screening      the screening interface's operators; without it the rails'
${whereUsage}`;

const namedToken = z.object({ name: z.string(), token: z.string() });
type NamedToken = z.infer<typeof namedToken>;

const secret = z.union([
  z.object({ operators: z.array(namedToken) }).transform(({ operators }) => operators),
  namedToken.transform((one) => [one]),
]);

const commands = ["list", "add", "rotate", "retire", "remove", "role", "reset-passkeys"] as const;
type Command = (typeof commands)[number];

/** What a command makes of the operators there are, and what it says. Refuses what would leave nobody. */
function changedOperators(
  operators: readonly NamedToken[],
  command: Exclude<Command, "list" | "role" | "reset-passkeys">,
  name: string,
  token: string,
): { operators: readonly NamedToken[]; says: string } {
  const own = operators.filter((each) => each.name === name);
  const others = operators.filter((each) => each.name !== name);
  requireOperatorName(name);
  if (token.length < shortestToken) throw new Trouble(`A token needs at least ${shortestToken} characters.`);
  if (command === "add" && own.length > 0) throw new Trouble(`There is an operator ${name}: rotate, or retire.`);
  if (command !== "add" && own.length === 0) throw new Trouble(`There is no operator ${name}.`);
  if (command === "add" || command === "rotate")
    return { operators: [...operators, { name, token }], says: `${name}'s token, shown this once: ${token}` };
  const left = command === "retire" ? [...others, ...own.slice(-1)] : others;
  if (left.length === 0) throw new Trouble(`${name} is the last operator: add another one first.`);
  const ended = operators.length - left.length;
  return { operators: left, says: `${ended} of ${name}'s tokens ended; they stop within half a minute.` };
}

async function listed(roster: RosterContext, operators: readonly NamedToken[]): Promise<string> {
  const tokenNames = operators.map((each) => each.name);
  const all = await listOperators(roster, tokenNames);
  const lines = all.map(({ name, role, changedAt }) => {
    const count = tokenNames.filter((each) => each === name).length;
    return `${name}: ${count} token${count === 1 ? "" : "s"}, ${role}${changedAt === null ? " (given no role)" : ""}`;
  });
  return lines.join("\n");
}

type RosterContext = Awaited<ReturnType<typeof commandContext>>;

/** The roles and passkeys of a deployment's operators, with the audit trail that a change is written on. */
async function rosterOf(
  where: Where,
  product: Product,
  actor: string,
  action = "setOperatorRole",
): Promise<RosterContext> {
  const table = await stackOutput(where, "BookTable", product);
  return commandContext({ settings: clientSettings(where), table, actor, action });
}

function readRole(word: string | undefined): OperatorRole {
  const role = operatorRoles.find((known) => known === word);
  if (!role) throw new Trouble(`A role is one of ${operatorRoles.join(", ")}.`);
  return role;
}

/** Changes something about an operator, by any name that they can have; what cannot be is trouble of one sentence. */
async function changeOf(name: string, make: () => Promise<string>): Promise<string> {
  if (!operatorsName.safeParse(name).success) throw new Trouble(`${name} is no operator's name.`);
  try {
    return await make();
  } catch (error) {
    if (error instanceof Refusal) throw new Trouble(`${error.message}. Nothing is changed.`);
    throw error;
  }
}

function give(roster: RosterContext, name: string, role: OperatorRole): Promise<string> {
  return changeOf(name, async () => {
    await recordOperatorRole(roster, name, role);
    return `${name} is ${role}, from the next request on.`;
  });
}

/** Takes away what an operator lost, their own too: who may write to the stage's table could do it by hand. */
function reset(roster: RosterContext, name: string): Promise<string> {
  return changeOf(name, async () => {
    const { removed } = await resetPasskeys(roster, name);
    const what = removed === 1 ? "1 passkey is" : `${removed} passkeys are`;
    return `${name}'s ${what} taken away and their sessions have ended. Their next sign-in makes a new one where it is required.`;
  });
}

/** The role that an operator who is added is given: a new one's is viewer. Null where they keep what they have. */
async function addedRole(roster: RosterContext, name: string, word: string | undefined): Promise<OperatorRole | null> {
  if (word !== undefined) return readRole(word);
  return (await listOperators(roster, [])).some((each) => each.name === name) ? null : "viewer";
}

const options = {
  ...whereOptions,
  screening: { type: "boolean" },
  role: { type: "string" },
  operator: { type: "string" },
  help: { type: "boolean" },
} as const;

/** Changes who may come in by token, as the command line says. */
export async function runOperator(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [word, name = "", given, more] = positionals;
  if (values.help) return operatorUsage;
  const command = commands.find((known) => known === word);
  const isWhole = more === undefined && (given !== undefined) === (command === "role");
  if (!command || !isWhole || (command !== "list" && name === ""))
    throw new Trouble(`Say one of ${commands.join(", ")}, and whose. Try npm run operator -- --help.`);
  if (values.role !== undefined && command !== "add") throw new Trouble("--role goes with add.");
  const where = readWhere(values);
  const product = values.screening ? "screening" : "rails";
  if (command === "role") {
    const role = readRole(given);
    return give(await rosterOf(where, product, actingAs(values.operator)), name, role);
  }
  if (command === "reset-passkeys")
    return reset(await rosterOf(where, product, actingAs(values.operator), "resetPasskeys"), name);
  const secrets = await TokenSecret.of(where, product);
  if (command === "list") return listed(await rosterOf(where, product, "operator:nobody"), secrets.operators);
  const token = randomBytes(32).toString("base64url");
  const { operators, says } = changedOperators(secrets.operators, command, name, token);
  if (command !== "add") {
    await secrets.put(operators);
    return says;
  }
  // The role first: a token whose operator was given none is an admin's.
  const roster = await rosterOf(where, product, actingAs(values.operator));
  const role = await addedRole(roster, name, values.role);
  const gave = role === null ? [] : [await give(roster, name, role)];
  await secrets.put(operators);
  return [...gave, says].join("\n");
}

/** The secret that has the operators' tokens of a deployment. */
class TokenSecret {
  readonly operators: readonly NamedToken[];
  readonly #client: SecretsManagerClient;
  readonly #id: string;

  private constructor(client: SecretsManagerClient, id: string, operators: readonly NamedToken[]) {
    this.#client = client;
    this.#id = id;
    this.operators = operators;
  }

  static async of(where: Where, product: Product): Promise<TokenSecret> {
    const client = new SecretsManagerClient(clientSettings(where));
    const id = await stackOutput(where, "OperatorTokensArn", product);
    const answer = await client.send(new GetSecretValueCommand({ SecretId: id }));
    return new TokenSecret(client, id, secret.parse(JSON.parse(answer.SecretString ?? "{}")));
  }

  async put(operators: readonly NamedToken[]): Promise<void> {
    const SecretString = JSON.stringify({ operators });
    await this.#client.send(new PutSecretValueCommand({ SecretId: this.#id, SecretString }));
  }
}
