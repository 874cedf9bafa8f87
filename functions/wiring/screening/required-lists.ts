import type { ListId } from "../../domain/screening/list-sources.ts";
import { settings } from "../core/env.ts";

/** Lists without which nobody is screened; the local sandbox has one of its own. */
export const requiredLists: readonly ListId[] = settings.LOCAL ? [] : ["ofac_sdn"];
