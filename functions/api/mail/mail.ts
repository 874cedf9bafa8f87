import { getLetter, listLetters } from "../../app/mail/reads.ts";
import { mailOperations } from "../../contract/mail/mail.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import "../../wiring/core/personal.ts";

export const handler = serve(mailOperations, withCursors(operatorFrame), {
  listMail: async (call) => ({ body: await listLetters(contextOf(call), call.query) }),
  getMail: async (call) => ({ body: await getLetter(contextOf(call), call.params.id) }),
});
