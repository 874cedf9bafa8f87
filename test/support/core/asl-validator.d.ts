declare module "asl-validator" {
  /** Checks a state machine against the language's schema and its own rules; the package ships no types. */
  function validate(definition: unknown): { isValid: boolean; errorsText: (separator: string) => string };
  export = validate;
}
