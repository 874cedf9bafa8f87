import { type Signup, signup } from "../domain/signup.ts";
import type { Kind } from "./aggregate.ts";
import { requestKind } from "./request-kind.ts";

export const signupKind: Kind<Signup> = requestKind("signup", {
  schema: signup,
  // Who asked is the request's own to tell, not the trail's.
  shown: ({ companyName: _, contactName: __, contactEmail: ___, website: ____, useCase: _____, ...state }) =>
    state,
});
