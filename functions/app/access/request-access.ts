import { mapRequesterTexts } from "../../domain/access/access-request.ts";
import { type AccessInput, type Signup, signup, takeSignup } from "../../domain/access/signup.ts";
import type { RecordType } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import { accessRequestRecordType } from "./access-request-record.ts";
import { type Askable, type RequestOrigin, type SubmittedRequest, takeRequest } from "./submit-access-request.ts";

export const signupRecordType: RecordType<Signup> = accessRequestRecordType("signup", {
  schema: signup,
  personal: { subject: ({ id }) => `requester:${id}`, map: mapRequesterTexts },
  // Who asked is the request's own to tell, not the trail's.
  shown: ({ companyName: _, contactName: __, contactEmail: ___, website: ____, useCase: _____, ...state }) => state,
});

const access: Askable<AccessInput, Signup> = {
  called: "requests for access",
  prefix: "sgn",
  kind: signupRecordType,
  take: takeSignup,
};

export function requestAccess(context: Context, input: AccessInput, from: RequestOrigin): Promise<SubmittedRequest> {
  return takeRequest(context, access, input, from);
}
