import { roleOperations } from "./operator-roles.ts";
import { passkeyOperations } from "./passkeys.ts";
import { sessionOperations } from "./sessions.ts";

function accessOperations(lambda: string) {
  return { ...roleOperations(lambda), ...sessionOperations(lambda), ...passkeyOperations(lambda) };
}

/** What is done about who may come in, in the billing interface; the screening interface has the same over its own operators. */
export const operatorAccessOperations = accessOperations("operator-access");

export const screeningOperatorAccessOperations = accessOperations("screening-operator-access");
