import { type AccessAsked, type Signup, takeSignup } from "../../domain/access/signup.ts";
import type { Desk } from "../core/context.ts";
import { signupKind } from "./signup-record.ts";
import { type Askable, type AskedFrom, type Received, takeRequest } from "./submit-access-request.ts";

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
