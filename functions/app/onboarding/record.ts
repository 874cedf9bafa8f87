import { type NextLook, nextLook } from "../../domain/core/next-look.ts";
import { platform } from "../../domain/core/operator.ts";
import { kybErasureAt } from "../../domain/onboarding/erase.ts";
import { isWithPartner, type Kyb, kyb } from "../../domain/onboarding/kyb.ts";
import { mapApplicantTexts } from "../../domain/onboarding/personal-fields.ts";
import type { RecordType } from "../core/aggregate.ts";
import { dailyIndex, nextLookIndex } from "../core/due-index.ts";
import type { Key } from "../core/ports.ts";
import { rowKey, wholePlaces } from "../core/row-keys.ts";

export function kybLinkKey(sha256: string): Key {
  return rowKey(`kyblink#${sha256}`);
}

/** The partition of the `ref` index that has the application with a name at the partner, and of the `group` index that has those of a customer of the partner's. */
export function kybRefPartition(ref: string): string {
  return `kyb#${ref}`;
}

/** When the sweeper looks at an application: for the partner's answer, or at the invitation's end. */
function lookAt({ status, expiresAt, partner, ...rest }: Kyb): NextLook | undefined {
  if (isWithPartner({ status, ...rest })) return nextLook({ own: [], outside: [partner?.lookAt] });
  return nextLook({ own: [status === "invited" || status === "started" ? expiresAt : null], outside: [] });
}

export const kybRecordType: RecordType<Kyb> = {
  type: "kyb",
  schema: kyb,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId ?? platform,
  personal: { subject: ({ id }) => `applicant:${id}`, map: mapApplicantTexts },
  index: (state) => {
    const { id, partner } = state;
    const look = lookAt(state);
    const erasureAt = kybErasureAt(state);
    const { ref = null, customerId = null } = partner ?? {};
    return {
      ...wholePlaces("kyb", state, state.createdAt),
      ...(ref !== null && { ref: [kybRefPartition(ref), id] as const }),
      ...(customerId !== null && { group: [kybRefPartition(customerId), id] as const }),
      ...(look !== undefined && { due: nextLookIndex(rowKey(id), look) }),
      ...(erasureAt !== null && { due: dailyIndex(rowKey(id), erasureAt) }),
    };
  },
  // What people entrust to us is nobody's to read in a trail; which link it is may be told, not the link.
  shown: ({ answers, links, files, walletScreen, consents, partner, lastForm, ...state }) => ({
    ...state,
    answers: Object.entries(answers).flatMap(([name, answer]) => (isSaid(answer) ? [name] : [])),
    links: links.map(({ sha256, expiresAt }) => `${sha256.slice(0, 12)} until ${expiresAt}`),
    files: files.map(({ id, kind, status }) => `${id} ${kind} ${status}`),
    walletScreen: walletScreen?.outcome ?? null,
    consents: consents.map(({ termsVersion, at }) => `${termsVersion} at ${at}`),
    partner: partner && `${partner.standing}: ${partner.missing.join(", ")}`,
    lastForm: lastForm !== null,
  }),
};

function isSaid(answer: unknown): boolean {
  return answer !== null && !(Array.isArray(answer) && answer.length === 0);
}
