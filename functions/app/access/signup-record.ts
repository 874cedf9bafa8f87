import { type Signup, signup } from "../../domain/access/signup.ts";
import type { Kind } from "../core/aggregate.ts";
import { requestKind } from "./access-request-record.ts";

export const signupKind: Kind<Signup> = requestKind("signup", {
  schema: signup,
  // Who asked is the request's own to tell, not the trail's.
  shown: ({ companyName: _, contactName: __, contactEmail: ___, website: ____, useCase: _____, ...state }) =>
    state,
});
