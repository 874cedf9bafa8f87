import { parkSettlement, type Subject } from "../app/settle-hops.ts";
import { step } from "./step.ts";

export const handler = step("park", (desk, task: Subject & { readonly error?: string }) =>
  parkSettlement(desk, task, task.error ?? "no answer"),
);
