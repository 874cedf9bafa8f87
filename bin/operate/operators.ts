import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import * as z from "zod";
import { shortestToken } from "../../functions/domain/core/operator.ts";
import { Trouble } from "../sandbox/trouble.ts";
import { requireOperatorName } from "./acting.ts";
import { clientSettings, readWhere, stackOutput, whereOptions, whereUsage } from "./where.ts";

/** What `npm run operator -- --help` prints. */
const operatorUsage = `npm run operator -- list
npm run operator -- add NAME      a token for a new operator; shown once
npm run operator -- rotate NAME   a second token for an operator; the first stays valid
npm run operator -- retire NAME   ends all of an operator's tokens but the newest
npm run operator -- remove NAME   ends all of an operator's tokens
New tokens work at once, ended ones stop within half a minute.
  --screening      the screening interface's operators; without it the rails'
${whereUsage}`;

const namedToken = z.object({ name: z.string(), token: z.string() });
type NamedToken = z.infer<typeof namedToken>;

const secret = z.union([
  z.object({ operators: z.array(namedToken) }).transform(({ operators }) => operators),
  namedToken.transform((one) => [one]),
]);

const commands = ["list", "add", "rotate", "retire", "remove"] as const;
type Command = (typeof commands)[number];

/** What a command makes of the operators there are, and what it says. Refuses what would leave nobody. */
function changedOperators(
  operators: readonly NamedToken[],
  command: Command,
  name: string,
  token: string,
): { operators: readonly NamedToken[]; says: string } {
  const own = operators.filter((each) => each.name === name);
  const others = operators.filter((each) => each.name !== name);
  if (command === "list") return { operators, says: listed(operators) };
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

function listed(operators: readonly NamedToken[]): string {
  const names = [...new Set(operators.map(({ name }) => name))];
  return names
    .map((name) => {
      const own = operators.filter((each) => each.name === name);
      const short = own.filter(({ token }) => token.length < shortestToken).length;
      const warning =
        short === 0 ? "" : `, ${short} of them under ${shortestToken} characters: it opens nothing, rotate`;
      return `${name}: ${own.length} token${own.length === 1 ? "" : "s"}${warning}`;
    })
    .join("\n");
}

const options = { ...whereOptions, screening: { type: "boolean" }, help: { type: "boolean" } } as const;

/** Changes who may come in by token, as the command line says. */
export async function runOperator(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [word, name = "", more] = positionals;
  if (values.help) return operatorUsage;
  const command = commands.find((known) => known === word);
  if (!command || more !== undefined || (command !== "list" && name === ""))
    throw new Trouble(`Say one of ${commands.join(", ")}, and whose. Try npm run operator -- --help.`);
  const where = readWhere(values);
  const client = new SecretsManagerClient(clientSettings(where));
  const product = values.screening ? "screening" : "rails";
  const SecretId = await stackOutput(where, "OperatorTokensArn", product);
  const answer = await client.send(new GetSecretValueCommand({ SecretId }));
  const before = secret.parse(JSON.parse(answer.SecretString ?? "{}"));
  const token = randomBytes(32).toString("base64url");
  const { operators, says } = changedOperators(before, command, name, token);
  if (operators !== before)
    await client.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify({ operators }) }));
  return says;
}
