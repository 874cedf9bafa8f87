import { platform } from "../domain/operator.ts";
import { type Signup, type SignupStatus, signup } from "../domain/signup.ts";
import type { Kind } from "./aggregate.ts";
import { rowKey } from "./kinds.ts";
import type { ListSource } from "./list.ts";

/** All requests for access, or those of one status. */
export function signupList(status?: SignupStatus): ListSource {
  const name = status === undefined ? "all#signup" : `all#signup#${status}`;
  return { index: status === undefined ? "list" : "status", name, partitions: [name] };
}

export const signupKind: Kind<Signup> = {
  type: "signup",
  schema: signup,
  key: rowKey,
  id: (state) => state.id,
  tenantId: () => platform,
  index: (state) => {
    const place = `${state.createdAt}#${state.id}`;
    return { list: [signupList().name, place], status: [signupList(state.status).name, place] };
  },
  // Who asked is the request's own to tell, not the trail's.
  shown: ({ companyName: _, contactName: __, contactEmail: ___, website: ____, useCase: _____, ...state }) =>
    state,
};
