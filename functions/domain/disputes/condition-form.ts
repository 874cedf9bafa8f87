import {
  type AttributeType,
  attributeOf,
  type RuleAttribute,
  ruleAttributes,
  typeOperators,
} from "./rule-attribute.ts";

type Form = Readonly<Record<string, unknown>>;

/** What each type of fact is compared with, as JSON Schema; a word's own are told by its pattern. */
const valueForms: Readonly<Record<AttributeType, Form>> = {
  text: { type: "string" },
  word: { type: "string" },
  number: { type: "integer" },
  date: { type: "string", format: "date" },
  flag: { type: "boolean" },
};

const names = Object.keys(ruleAttributes) as RuleAttribute[];

/** The forms that a condition may have, as JSON Schema: which facts take which operators, with which values. */
export function conditionForms(): Form[] {
  const alike = Map.groupBy(names, (name) => JSON.stringify(attributeOf(name)));
  const compared = [...alike.values()].flatMap((group) => comparisonsOf(group));
  const blank = names.filter((name) => typeOperators[attributeOf(name).type].includes("IsBlank"));
  return [...compared, formOf(blank, ["IsBlank"], { type: "boolean" })];
}

/** How facts of one type with the same words are compared: with one value, and by In with a list. */
function comparisonsOf(group: readonly RuleAttribute[]): Form[] {
  const [first] = group;
  if (first === undefined) return [];
  const { type, words } = attributeOf(first);
  const value = { ...valueForms[type], ...(words && { pattern: `^(${words.map(inAnyCase).join("|")})$` }) };
  const operators = typeOperators[type];
  const single = operators.filter((each) => each !== "In" && each !== "IsBlank");
  const listed = operators.includes("In") ? [formOf(group, ["In"], { type: "array", items: value }, ["value"])] : [];
  return [formOf(group, single, value, ["value"]), ...listed];
}

function formOf(attribute: readonly string[], operator: readonly string[], value: Form, required?: string[]): Form {
  return {
    properties: { attribute: { enum: attribute }, operator: { enum: operator }, value },
    ...(required && { required }),
  };
}

function inAnyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
