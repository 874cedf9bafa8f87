import { caseOperations } from "../../contract/disputes/cases.ts";
import { serve } from "../../http/route.ts";
import { viewContextOf } from "../../wiring/core/view-context.ts";
import { withLinks } from "../../wiring/frames/links.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";
import { caseCalls } from "./case-handlers.ts";
import "../../wiring/core/personal.ts";

export const handler = serve(caseOperations, withLinks(withCursors(tenantFrame)), caseCalls(viewContextOf));
