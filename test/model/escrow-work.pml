/* Who moves an escrow on: its tenant's calls, its machines, the rail's callbacks, the sweeper, approvers, and time. */

/* The tenant asks for the money; a call that dies is carried on. */
proctype funder() provided (!dead) {
  atomic { st == AWAITING_FUNDS && !funding && collection == NOTHING -> funding = true };
Ask:
  atomic { called(LEG_COLLECT); assert(funding || st != AWAITING_FUNDS || collection != NOTHING) };
  if
  :: takeCollection()
  :: atomic { chance -> spend; takeCollection(); goto Ask }
  :: atomic { chance -> spend; collectSent = true; goto Ask }
  fi;
  atomic {
    if
    :: collection == REFUSED -> collectionRefused()
    :: collection != REFUSED && pulled && !takenBack -> fundsCame(true)
    :: else -> skip
    fi;
    committed()
  }
}

/* A payout is told to the rail by whoever ordered it, and by its machine: where it may be sent, under its key. */
#define SEND(onTrouble) \
  atomic { \
    key = KEY; \
    if \
    :: leg == LEG_NONE || sub -> goto Told \
    :: leg != LEG_NONE && !sub && !MAY_PAY && payout[KEY] != NOTHING -> reply = payout[KEY]; goto Reply \
    :: leg != LEG_NONE && !sub && !MAY_PAY && payout[KEY] == NOTHING && !fresh[SIDE] -> skip \
    :: else -> goto Tell \
    fi \
  }; \
  SCREEN((key >= 2)); \
Tell: \
  atomic { \
    if \
    :: leg != LEG_NONE && KEY == key && !sub && MAY_PAY -> \
      assert(INTENDS(key)); assert(CLEARED); assert(leg != LEG_RELEASE || approvals == 3); \
      calling++; called(leg) \
    :: leg != LEG_NONE && KEY == key && !sub && !MAY_PAY && payout[key] == NOTHING -> withdraw(key); committed(); onTrouble \
    :: else -> reply = payout[key]; goto Reply \
    fi \
  }; \
  if \
  :: atomic { takePayout(key); calling--; if :: reply = payout[key] :: chance -> spend; onTrouble fi } \
  :: atomic { chance -> spend; payoutSent[key] = true; calling--; onTrouble } \
  :: atomic { chance -> spend; calling--; onTrouble } \
  fi; \
Reply: \
  atomic { \
    answered(key, (MISTAKE(Released_on_the_order) && reply == TAKEN -> MADE : reply)); \
    reply = 0; committed() \
  }; \
Told: skip

/* An observed run may have many calls: whoever has called calls again. */
proctype releaser() provided (!dead) {
  byte key, reply;
Again:
Ask:
  atomic { HOLDING && leg != LEG_REFUND -> skip };
  if
  :: leg == LEG_NONE && !paid && !fresh[0] -> SCREEN(0)
  :: else -> skip
  fi;
  if
  :: leg == LEG_NONE && parts && !fresh[1] -> SCREEN(1)
  :: !(leg == LEG_NONE && parts && !fresh[1]) || tracing -> skip  /* an observed call may come before the milestone is cancelled */
  fi;
  atomic {
    if
    :: leg == LEG_NONE && !paid && MAY_RELEASE -> order(LEG_RELEASE)
    :: HOLDING && leg == LEG_NONE && paid && (REST_CLEAR || MISTAKE(Rest_unscreened)) -> order(LEG_REST)
    :: st == FUNDED && leg == LEG_NONE && (paid -> !REST_CLEAR : !MAY_RELEASE) -> go1(FUNDED, RELEASE_PENDING); committed(); goto Ask
    :: HOLDING && (leg == LEG_RELEASE || leg == LEG_REST) -> skip
    :: else -> goto Done
    fi
  };
Pay:
  SEND(goto Done);
  atomic { if :: key < 2 && leg == LEG_REST && !sub -> goto Pay :: else -> skip fi };
Done:
  atomic { key = 0; reply = 0; if :: tracing -> goto Again :: else -> skip fi }
}

/* The rail is told of a return, and its answer recorded: by the call that ordered it, and by the sweeper. */
#define SEND_BACK(onTrouble) \
  atomic { \
    called(LEG_RETURN); takeReturn(); \
    if \
    :: skip \
    :: chance -> spend; onTrouble \
    fi \
  }; \
  atomic { sentBack(); committed() }

/* What is held goes back whole; money that may still come is given up with the rail first, and what came otherwise is sent back. */
proctype refunder() provided (!dead) {
  byte key, reply;
Again:
  if
  :: atomic { chance && OUTSTANDING && collection == AWAITS -> spend; collection = CANCELLED; funding = false }
  :: atomic { OUTSTANDING && beside -> funding = false }
  :: atomic { chance && st == AWAITING_FUNDS && !OUTSTANDING -> spend }
  :: atomic { (st == FAILED || HOLDING) && paid && isHeld && leg == LEG_NONE -> skip }
  :: atomic { (st == FAILED || HOLDING) && !paid && (leg == LEG_NONE || leg == LEG_REFUND || MISTAKE(Refunded_in_flight)) -> skip }
  fi;
  atomic {
    if
    :: MISTAKE(Refund_guards_late) && HOLDING -> go2(FUNDED, RELEASE_PENDING, REFUNDED); isHeld = false; committed()
    :: else -> skip
    fi;
    if
    :: (st == AWAITING_FUNDS || st == FAILED) && !isHeld && !OUTSTANDING && !paid && leg == LEG_NONE && !beside && !sending ->
      go2(AWAITING_FUNDS, FAILED, REFUNDED); committed(); goto Done
    :: (st == AWAITING_FUNDS || st == FAILED) && !isHeld && !OUTSTANDING && !paid && leg == LEG_NONE && (beside || sending) ->
      orderReturn(true); goto Return
    :: isHeld -> goto Pay
    :: else -> goto Done
    fi
  };
Return:
  SEND_BACK(goto Done);
  goto Done;
Pay:
  if
  :: !fresh[1] -> SCREEN(1)
  :: else -> skip
  fi;
  atomic {
    if
    :: (HOLDING || st == FAILED) && isHeld && !paid && (leg == LEG_NONE || MISTAKE(Refunded_in_flight)) && PASSED(1) -> order(LEG_REFUND)
    :: (HOLDING || st == FAILED) && isHeld && paid && leg == LEG_NONE && !takenBack && PASSED(1) -> order(LEG_REST)
    :: isHeld && leg == LEG_REFUND -> skip
    :: else -> goto Done
    fi
  };
  SEND(goto Done);
Done:
  atomic { key = 0; reply = 0; if :: tracing -> goto Again :: else -> skip fi }
}

/* A machine follows a payout to its proof, takes it back where it may not be sent, or parks it. */
proctype machine(bit me) provided (!dead) {
  byte key, reply;
Idle:
  atomic { starts > 0 && (me == 0 || working > 0) -> starts--; orders--; working++ };
  SEND(goto Trouble);
  atomic {
    if
    :: leg != LEG_NONE && sub && !waits -> waits = true; woken = false; parked = false; goto Over
    :: leg != LEG_NONE && !sub -> goto Trouble
    :: else -> goto Over
    fi
  };
Trouble:
  atomic {
    if
    :: leg != LEG_NONE -> parked = true
    :: else -> skip
    fi
  };
Over:
  atomic { working--; key = 0; reply = 0; goto Idle }
}

#define SOME(each) (each[0] || each[1] || each[2] || each[3] || each[4] || each[5])
#define ONE(each) if :: each[0] -> slot = 0 :: each[1] -> slot = 1 :: each[2] -> slot = 2 :: each[3] -> slot = 3 :: each[4] -> slot = 4 :: each[5] -> slot = 5 fi

proctype rail() provided (!dead) {
  do
  :: atomic { collectSent -> collectSent = false; takeCollection() }
  :: atomic { collection == AWAITS && !wrong -> collection = CAME; cameTold = true }
  :: atomic { collection == AWAITS && chance -> spend; collection = REFUSED; refusalTold = true }
  :: atomic { collection == AWAITS && wrong -> collection = OTHER_CAME; otherTold = true }
  :: atomic { collection == OTHER_CAME && funding && chance -> spend; collection = CAME; cameTold = true }
  :: atomic { collection == CANCELLED && chance -> spend; collection = CAME; cameTold = true }
  :: atomic { collection == CAME && chance -> spend; collection = TAKEN_BACK; returnTold = true }
  :: atomic { tracing && collection == NOTHING && st == AWAITING_FUNDS -> collection = CAME; funding = true; pulled = true; fundsCame(true); committed() }
  :: atomic { MISTAKE(Funding_applied_twice) && collection == CAME && chance -> spend; cameTold = true }
  :: atomic { SOME(payoutSent) -> ONE(payoutSent); payoutSent[slot] = false; takePayout(slot) }
  :: atomic { SOME(TAKEN == payout) -> ONE(TAKEN == payout);
      if
      :: payout[slot] = MADE; proofTold[slot] = true
      :: chance -> spend; payout[slot] = REFUSED; payoutRefusalTold[slot] = true; rests = rests - (slot >= 4); payouts = payouts - (slot < 4)
      fi }
  od
}

/* Callbacks arrive in any order, twice, or never. */
#define DELIVER(isPosted, take, post, transition) \
  :: atomic { isPosted -> take; if :: post = false :: chance -> spend fi; transition; committed() } \
  :: atomic { isPosted && chance -> spend; take; post = false }

#define FUNDS_TOLD(exact) if :: !takenBack -> fundsCame(exact) :: else -> skip fi

proctype line() provided (!dead) {
  do
  DELIVER(cameTold, skip, cameTold, FUNDS_TOLD(true))
  DELIVER(otherTold, skip, otherTold, FUNDS_TOLD(false))
  DELIVER(returnTold, skip, returnTold, returned())
  DELIVER(refusalTold, skip, refusalTold, collectionRefused())
  DELIVER(SOME(proofTold), ONE(proofTold), proofTold[slot], proven(slot))
  DELIVER(SOME(payoutRefusalTold), ONE(payoutRefusalTold), payoutRefusalTold[slot], refusePayout(slot))
  od
}

/* The sweeper: what is due is tried again, a silent rail is asked, and what was not funded in time ends. */
proctype sweeper() provided (!dead) {
  do
  :: atomic { leg != LEG_NONE && parked -> parked = false; start(); committed() }
  :: atomic { leg != LEG_NONE && !parked && !waits && working == 0 && starts == 0 -> start(); committed() }
  :: atomic { leg != LEG_NONE && sub && (payout[KEY] == MADE || payout[KEY] == REFUSED) ->
      slot = KEY;
      if
      :: payout[slot] == MADE -> proven(slot)
      :: else -> refusePayout(slot)
      fi;
      committed() }
  :: atomic { OUTSTANDING && (collection == CAME || collection == TAKEN_BACK || collection == REFUSED || (collection == OTHER_CAME && !came)) ->
      if
      :: collection == CAME || collection == OTHER_CAME -> fundsCame((collection == CAME))
      :: collection == TAKEN_BACK -> returned()
      :: else -> collectionRefused()
      fi;
      committed() }
  :: atomic { sending -> called(LEG_RETURN); takeReturn() }; atomic { sentBack(); committed() }
  :: atomic { st == AWAITING_FUNDS && !sending && (!OUTSTANDING || collection == AWAITS || collection == OTHER_CAME) && chance -> spend;
      if
      :: OUTSTANDING -> funding = false; collection = (collection == AWAITS -> CANCELLED : collection)
      :: else -> skip
      fi;
      go1(AWAITING_FUNDS, EXPIRED); committed() }
  od
}

/* The two who must agree may change their minds, and anybody may have the beneficiary looked at. */
proctype people() provided (!dead) {
  do
  :: atomic { HOLDING && approvals != 3 && chance -> spend; approvals = 3 }
  :: atomic { HOLDING && approvals == 3 && chance -> spend; approvals = 1 }
  :: atomic { beside && !OUTSTANDING && !sending && chance -> spend; orderReturn(false) }
  :: atomic { chance && (HOLDING || tracing) -> spend }; SCREEN(0)
  od
}

proctype time() provided (!dead) {
  do
  :: atomic { fresh[0] && chance -> spend; fresh[0] = false }
  :: atomic { fresh[1] && chance -> spend; fresh[1] = false }
  od
}

proctype rest() provided (!dead) {
  timeout -> atomic {
    assert(orders == 0 && !parked);
    assert(leg == LEG_NONE);
    assert(payouts == 0 || hash);
    assert(st != RELEASED || RELEASE_MADE);
    assert(st != RELEASED || !parts || REST_MADE);
    assert(rests == 0 || RELEASE_MADE);
    assert(st != REFUNDED || !isHeld);
    assert(st != REFUNDED || funded == 0 || takenBack || payouts == 1);
    assert(!OUTSTANDING || beside);
    assert(!sending);
    assert(!came || takenBack || (isHeld && !paid) + beside + payouts + returns == 1);
    assert(isHeld == (funded == 1 && (payouts == 0 || (parts && RELEASE_MADE && rests == 0))) || takenBack)
  }
}

init {
  atomic {
    c_code { prepare(); now.control = Control; now.tracing = Tracing; now.left = Chances; };
    if
    :: pulled = true
    :: pulled = false
    :: pulled = false; wrong = true
    fi;
    if
    :: approvals = 3
    :: approvals = 1
    fi;
    if
    :: parts = true
    :: parts = false
    fi;
    view = -1; st = AWAITING_FUNDS; committed();
    run funder(); run releaser(); run refunder(); run machine(0);
    if
    :: tracing && left > 3 -> run releaser(); run refunder(); run machine(1)
    :: else -> skip
    fi;
    run rail(); run line(); run sweeper(); run people(); run time(); run rest()
  }
}
