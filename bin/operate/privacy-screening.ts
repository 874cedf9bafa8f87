import { erasureReasons } from "../../functions/domain/core/sealed-text.ts";
import type { AccountRequest } from "../../functions/domain/screening/account-request.ts";
import { askJson, type PrivacyCommand, readAll } from "./privacy-command.ts";

const requests = "/admin/account-requests";

/** What each command asks the screening interface, whose subjects are the requests for an account. */
export const screeningPrivacy: Readonly<Record<string, PrivacyCommand>> = {
  find: {
    async of(ask, whom) {
      const all = (await readAll(ask, requests)) as AccountRequest[];
      const isWhose = ({ id, contactEmail }: AccountRequest) =>
        id === whom || contactEmail.toLowerCase() === whom.toLowerCase();
      return { subjects: all.filter(isWhose).map(({ id, status, createdAt }) => ({ id, status, createdAt })) };
    },
  },
  export: { of: (ask, id) => askJson(ask, { method: "GET", path: place(id) }), takes: ["out"] },
  erase: {
    of: (ask, id, { reason = erasureReasons[0] }) =>
      askJson(ask, { method: "POST", path: `${place(id)}/erase`, body: { reason } }),
    takes: ["reason"],
  },
};

function place(id: string): string {
  return `${requests}/${encodeURIComponent(id)}`;
}
