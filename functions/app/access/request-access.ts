import { type AccessInput, type Signup, takeSignup } from "../../domain/access/signup.ts";
import type { Context } from "../core/context.ts";
import { signupRecordType } from "./signup-record.ts";
import { type Askable, type AskedFrom, type SubmittedRequest, takeRequest } from "./submit-access-request.ts";

const access: Askable<AccessInput, Signup> = {
  called: "requests for access",
  prefix: "sgn",
  kind: signupRecordType,
  take: takeSignup,
};

/** Takes a request for access to the rails. */
export function requestAccess(context: Context, input: AccessInput, from: AskedFrom): Promise<SubmittedRequest> {
  return takeRequest(context, access, input, from);
}
