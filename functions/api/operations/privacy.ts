import { getErasure, listErasures, requestErasure, withdrawErasure } from "../../app/operations/erasures.ts";
import { exportSubject, searchSubjects } from "../../app/operations/personal-exports.ts";
import { privacyOperations } from "../../contract/operations/privacy.ts";
import { serve } from "../../http/route.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { erasureContextOf } from "../../wiring/operations/erasures.ts";

export const handler = serve(privacyOperations, withCursors(operatorFrame), {
  findSubjects: async (call) => ({ body: { subjects: await searchSubjects(erasureContextOf(call), call.body) } }),
  exportSubject: async (call) => ({ body: await exportSubject(erasureContextOf(call), call.body.subject) }),
  requestErasure: async (call) => ({ body: await requestErasure(erasureContextOf(call), call.body) }),
  listErasures: async (call) => ({ body: await listErasures(erasureContextOf(call), call.query) }),
  getErasure: async (call) => ({ body: await getErasure(erasureContextOf(call), call.params.id) }),
  withdrawErasure: async (call) => ({ body: await withdrawErasure(erasureContextOf(call), call.params.id) }),
});
