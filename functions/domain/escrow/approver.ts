/** The prefix of what operators are called as approvers, which no tenant's word may begin with. */
const operatorPrefix = "operator:";

/** Capitals of other scripts that look like Latin ones, and which: two names that differ in these alone look the same. */
const lookalikes = new Map([
  ...pairs("АВЕЅІЈКМНОРСТУХԌԚԜҺ", "ABESIJKMHOPCTYXGQWH"),
  ...pairs("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ", "ABEZHIKMNOPTYXCJ"),
]);

function pairs(letters: string, latin: string): [string, string][] {
  return [...letters].map((each, at) => [each, latin[at] ?? each]);
}

/** What an approver's name comes to for a reader: names with the same key are one approver, whatever their case, width, white space or look-alike letters. */
export function approverKey(approverRef: string): string {
  const folded = approverRef.normalize("NFKC").trim().replace(/\s+/gu, " ").toUpperCase().normalize("NFKC");
  return [...folded].map((each) => lookalikes.get(each) ?? each).join("");
}

/** Whether two names read the same. */
export function isSameApprover(one: string, other: string): boolean {
  return one === other || approverKey(one) === approverKey(other);
}

const operatorKey = approverKey(operatorPrefix);

/** Whether a word names an operator, or reads as if it did. */
export function isOperatorApprover(approverRef: string): boolean {
  return approverKey(approverRef).startsWith(operatorKey);
}

export const operatorsDecide = "operator:... are operators, who decide in the console";

/** Scripts whose letters look like Latin ones: beside others they can make a second spelling of a name. */
const alphabets = ["Latin", "Cyrillic", "Greek", "Armenian", "Cherokee", "Coptic"].map(
  (script) => new RegExp(`\\p{Script=${script}}`, "u"),
);

/** Characters that a reader cannot see: format, control and private ones, separators of lines, fillers and variation selectors. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFD]/u;

/** Why a tenant's word cannot name an approver; undefined where it can. It travels in a path, is read by people, and is no operator's. */
export function whyNotApprover(approverRef: string): string | undefined {
  if (approverRef.trim() === "") return "not blank";
  if (/\/|^\s*\.{1,2}\s*$/.test(approverRef)) return "no /, not . or ..";
  if (invisible.test(approverRef)) return "printable characters alone";
  if (isOperatorApprover(approverRef)) return operatorsDecide;
  const used = alphabets.filter((script) => script.test(approverRef.normalize("NFKC")));
  return used.length > 1 ? "letters of one alphabet alone: others look the same" : undefined;
}
