/** Files whose patterns are put together by the running program, which no check of the source can read, each with why no text makes them slow. */
export const composedPatterns: Readonly<Record<string, string>> = {
  "bin/patterns/literals.ts": "the patterns of the source, compiled to be looked at",
  "bin/lean-packages.ts": "the names of packages' files, as a constant has them",
  "functions/contract/tenants/brands.ts": "labels of at most 63 characters between dots; read after a bound of length",
  "functions/contract/operations/privacy.ts": "a prefix and 26 characters",
  "functions/domain/addresses/base58.ts": "one class, a bounded number of times",
  "functions/domain/addresses/bech32.ts": "one class, a bounded number of times",
  "functions/domain/addresses/chain.ts": "the patterns of the families, without regard to case",
  "functions/domain/core/control-characters.ts": "the orthographies' own, each held by its literal",
  "functions/domain/core/id.ts": "a prefix and 26 characters",
  "functions/domain/escrow/approver.ts": "one character of a script",
  "functions/http/field-rules.ts": "a form that a rule of the contract names, of constants",
  "functions/http/match-operation.ts": "a path's segments, none of which holds the slash that ends it",
  "functions/http/printable.ts": "one character of a class",
  "functions/http/schemas.ts": "a bounded number of digits",
  "lib/stage/values.ts": "labels of a stage file, which who deploys writes",
};

/** Patterns that a text can slow down and that no stranger's text reaches, each with why. */
export const excusedPatterns: Readonly<Record<string, string>> = {};
