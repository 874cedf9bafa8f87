/** Moves of the specification's table that no escrow of ours makes, each with its reason. */
export const unmadeEscrowMoves: Readonly<Record<string, string>> = {
  "created awaiting_funds": "an escrow waits for its money from its first moment",
  "created refunded": "no escrow is ever created without waiting",
  "created expired": "no escrow is ever created without waiting",
};
