import { embeddable } from "../core/embed-records.ts";
import { tenantRecordType } from "./records.ts";

/** A tenant in what operators read. */
export const embeddableTenant = embeddable("ten", tenantRecordType, (state) => state);
