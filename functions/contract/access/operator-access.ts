import { sessionOperations } from "./sessions.ts";

/** What is done about who may come in, in the billing interface; the screening interface has the same over its own operators. */
export const operatorAccessOperations = sessionOperations("operator-access");

export const screeningOperatorAccessOperations = sessionOperations("screening-operator-access");
