import * as z from "zod";
import { escrowView } from "../../domain/escrow/view.ts";
import { invoiceView } from "../../domain/invoicing/view.ts";
import { transition } from "../../http/schemas.ts";
import { embedsOne, expandable } from "../expand.ts";

const embeds = { invoice: embedsOne("getInvoice", invoiceView, "your invoice that it names") };

/** An escrow as lists show it. */
export const listedEscrow = expandable("ExpandableEscrow", escrowView, embeds);

/** An escrow as it is read alone. */
export const escrowDetail = expandable(
  "EscrowDetail",
  escrowView.extend({ history: z.array(transition).describe("its changes of state, the oldest first") }),
  embeds,
);
