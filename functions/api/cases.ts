import { serve } from "../http/route.ts";
import { deskOf } from "../wiring/base.ts";
import { tenantFrame } from "../wiring/tenant-frame.ts";
import { caseCalls } from "./case-calls.ts";
import { caseOperations } from "./cases.contract.ts";

export const handler = serve(caseOperations, caseCalls(deskOf), tenantFrame);
