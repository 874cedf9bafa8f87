import { type AccessAsked, type Signup, takeSignup } from "../domain/signup.ts";
import type { Desk } from "./desk.ts";
import { signupKind } from "./signup-kind.ts";
import { type Askable, type AskedFrom, type Received, takeRequest } from "./take-request.ts";

const access: Askable<AccessAsked, Signup> = {
  called: "requests for access",
  prefix: "sgn",
  kind: signupKind,
  take: takeSignup,
};

/** Takes a request for access to the rails. */
export function requestAccess(desk: Desk, asked: AccessAsked, from: AskedFrom): Promise<Received> {
  return takeRequest(desk, access, asked, from);
}
