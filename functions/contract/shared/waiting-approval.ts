import * as z from "zod";

/** What is answered where a second operator must agree first. */
export const waitingApproval = z.object({ approvalId: z.string() });
