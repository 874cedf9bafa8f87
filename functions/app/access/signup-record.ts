import { type Signup, signup } from "../../domain/access/signup.ts";
import type { RecordType } from "../core/aggregate.ts";
import { accessRequestRecordType } from "./access-request-record.ts";

export const signupRecordType: RecordType<Signup> = accessRequestRecordType("signup", {
  schema: signup,
  // Who asked is the request's own to tell, not the trail's.
  shown: ({ companyName: _, contactName: __, contactEmail: ___, website: ____, useCase: _____, ...state }) => state,
});
