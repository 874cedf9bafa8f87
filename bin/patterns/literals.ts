import ts from "typescript";

/** A pattern of the source: where it stands, as it is written, and compiled; null where only the running program knows it. */
export interface SourcePattern {
  readonly path: string;
  readonly line: number;
  readonly written: string;
  readonly pattern: RegExp | null;
}

function constantText(node: ts.Node | undefined): string | undefined {
  return node && ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** What `RegExp(...)` makes, with or without `new`; null where its text or its flags are put together. */
function constructed({ arguments: given = ts.factory.createNodeArray() }: ts.NewExpression | ts.CallExpression) {
  const [source, flags] = given.map(constantText);
  if (given[0] && ts.isRegularExpressionLiteral(given[0])) return undefined;
  return source === undefined || (given.length > 1 && flags === undefined) ? null : new RegExp(source, flags);
}

function literal(text: string): RegExp {
  const end = text.lastIndexOf("/");
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}

/** Every pattern of a file, literal or constructed, in its order. */
export function patternsOf({ path, text }: { readonly path: string; readonly text: string }): SourcePattern[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: SourcePattern[] = [];
  const add = (node: ts.Node, pattern: RegExp | null) => {
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    found.push({ path, line, written: node.getText(file), pattern });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) add(node, literal(node.text));
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(file) === "RegExp") {
      const pattern = constructed(node);
      if (pattern !== undefined) add(node, pattern);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
