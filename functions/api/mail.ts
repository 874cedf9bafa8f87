import { getLetter, listLetters } from "../app/mail-reads.ts";
import { serve } from "../http/route.ts";
import { deskOf } from "../wiring/base.ts";
import { operatorFrame } from "../wiring/operator-frame.ts";
import { mailOperations } from "./mail.contract.ts";

export const handler = serve(
  mailOperations,
  {
    listMail: async (call) => ({ body: await listLetters(deskOf(call), call.query) }),
    getMail: async (call) => ({ body: await getLetter(deskOf(call), call.params.id) }),
  },
  operatorFrame,
);
