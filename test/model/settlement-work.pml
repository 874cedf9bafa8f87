/* Who moves a settlement on: its machines, the rail's callbacks, the sweeper, operators, and time. */

inline waitFor(what) {
  if
  :: waiting != NO_WAIT && token != me -> woken[token] = SUPERSEDED
  :: else -> skip
  fi;
  waiting = what; token = me; woken[me] = NOTHING
}

/* A task that fails is tried again, or the machine parks the settlement. */
proctype machine(bit me) provided (!dead) {
  bool answered, cleared, isMade, again;
  byte round, reply, task;
Idle:
  atomic { starts > 0 && (me == 0 || working > 0) -> starts--; orders--; working++ };
Await:
  atomic {
    if
    :: st == CREATED || st == COLLECTING -> waitFor(FOR_FUNDS)
    :: else -> goto Screen
    fi
  };
  atomic { woken[me] != NOTHING ->
    if
    :: woken[me] == SUPERSEDED -> goto Over
    :: else -> woken[me] = NOTHING
    fi
  };

Screen:
  atomic {
    task = SCREENING; cleared = false; answered = false; reply = 0;
    if
    :: ENDED -> goto Over
    :: st == SETTLING && (sub || (!fresh && payout != NOTHING)) -> goto Next
    :: else -> goto Buy
    fi
  };

Buy:  /* for the screen itself, or because a pass has run out before money moves */
  atomic {
    if
    :: MISTAKE(Second_screen_skipped) && st == SCREENING -> recordScreen(SCREEN_PASS, SCREEN_NONE, ROUND); committed(); goto Next
    :: else -> skip
    fi;
    if
    :: suspended && (st == SCREENING || st == SCREENED) && !MISTAKE(Credit_overlooked) -> held = true
    :: else -> held = false
    fi;
    if
    :: held || ENDED || (scr == SCREEN_PASS && fresh) || due -> goto Next
    :: else -> skip
    fi;
    round = ROUND;
    assert(!pendingOpen || scr == SCREEN_PENDING);
    if
    :: MISTAKE(Pending_bought_anew) -> assert(!pendingOpen)
    :: else -> skip  /* one that was pending is read by its reference */
    fi
  };
  if
  :: reply = SCREEN_PASS
  :: atomic { chance -> spend; reply = SCREEN_DECLINED }
  :: atomic { chance -> spend; reply = SCREEN_PENDING }
  :: atomic { chance -> spend; reply = SCREEN_UNAVAILABLE }
  :: atomic { chance -> spend; goto Trouble }
  fi;
  atomic {
    if
    :: ENDED || (scr == SCREEN_PASS && fresh && reply != SCREEN_DECLINED) -> skip
    :: !(ENDED || (scr == SCREEN_PASS && fresh && reply != SCREEN_DECLINED)) ->
      if
      :: ROUND != round && !MISTAKE(Stale_round_recorded) -> skip
      :: else ->
        assert(ROUND == round);
        if
        :: reply == SCREEN_UNAVAILABLE && MISTAKE(Unavailable_passes) -> recordScreen(SCREEN_PASS, SCREEN_UNAVAILABLE, round)
        :: else -> recordScreen(reply, reply, round)
        fi;
        committed()
      fi
    fi;
    reply = 0; round = 0
  };

Next:  /* the gate: only an explicit pass converts */
  atomic {
    cleared = (real == SCREEN_PASS && fresh);
    if
    :: task == CONVERTING && (ENDED || PASSED) -> goto Start
    :: task == SETTLING && (ENDED || PASSED) -> goto Pay
    :: task != SCREENING && !(ENDED || PASSED) -> goto Trouble
    :: task == SCREENING && (ENDED || (scr == SCREEN_DECLINED && !held)) -> goto Over
    :: task == SCREENING && !ENDED && scr == SCREEN_PASS && !held -> goto Convert
    :: else -> skip
    fi;
    if
    :: held || scr == SCREEN_PENDING || scr == SCREEN_UNAVAILABLE || scr == SCREEN_NONE -> waitFor(FOR_SCREEN)
    :: else -> goto Screen
    fi
  };
  atomic { woken[me] != NOTHING ->
    if
    :: woken[me] == SUPERSEDED -> goto Over
    :: else -> woken[me] = NOTHING; goto Screen
    fi
  };

Convert:
  atomic {
    task = CONVERTING; answered = false; reply = 0;
    cleared = (real == SCREEN_PASS && fresh);
    if
    :: st == SETTLING && MISTAKE(Fee_taken_twice) -> assert(!booked); goto Disburse
    :: st == SETTLING && !MISTAKE(Fee_taken_twice) -> goto Disburse
    :: ENDED || PASSED -> skip
    :: else -> goto Buy
    fi
  };
Start:
  atomic {
    if
    :: st == SCREENED && !held ->
      assert(!suspended);
      go1(SCREENED, CONVERTING); intend(LEG_CONVERT); committed()
    :: st == CONVERTING || st == SETTLING || ENDED -> skip
    :: else -> goto Trouble
    fi;
    if
    :: st == CONVERTING -> assert(INTENDS(LEG_CONVERT)); assert(cleared); called(LEG_CONVERT)
    :: else -> goto Disburse
    fi
  };
  CALL(takeConversion, convertSent);
  atomic {
    if
    :: !answered -> goto Trouble
    :: answered && st == CONVERTING && conversion == REFUSED -> go1(CONVERTING, FAILED); endHere(); committed()
    :: answered && st == CONVERTING && conversion == MADE ->
      go1(CONVERTING, SETTLING); intend(LEG_PAYOUT); parked = false;
      assert(!booked); booked = true; committed()
        :: answered && conversion == TAKEN -> goto Trouble
    :: else -> skip
    fi;
    answered = false; cleared = false
  };

Disburse:
  atomic {
    task = SETTLING; answered = false; reply = 0;
    isMade = (st == SETTLING && !fresh && payout != NOTHING);
    cleared = (real == SCREEN_PASS && fresh);
    if
    :: ENDED -> goto Over
    :: isMade -> reply = payout; goto Paid
    :: st == SETTLING && (sub || PASSED || MISTAKE(Screen_skipped_before_payout)) -> skip
    :: st == SETTLING && !sub && !PASSED && !MISTAKE(Screen_skipped_before_payout) -> goto Buy
    :: else -> goto Trouble
    fi
  };
Pay:
  atomic {
    if
    :: ENDED -> goto Over
    :: st != SETTLING -> goto Trouble
    :: else -> assert(INTENDS(LEG_PAYOUT)); assert(cleared || sub); calling++; called(LEG_PAYOUT)
    fi
  };
  CALL(takePayout, payoutSent);
  atomic {
    calling--; cleared = false;
    if
    :: answered -> reply = payout; answered = false
    :: !answered && MISTAKE(Timeout_is_failure) -> reply = REFUSED
    :: else -> goto Trouble
    fi
  };
Paid:
  atomic {
    if
    :: st == SETTLING && reply == TAKEN && MISTAKE(Completed_without_hash) -> proven(); committed(); goto Over
    :: st == SETTLING && reply == TAKEN && !MISTAKE(Completed_without_hash) ->
      sub = true; parked = false; waitFor(FOR_PROOF); committed()
    :: else -> payoutAnswered(reply); committed(); goto Over
    fi
  };
  atomic { woken[me] != NOTHING -> goto Over };

Trouble:
  if
  :: atomic { task == SCREENING && !again -> again = true; goto Screen }
  :: atomic { task == CONVERTING && !again -> again = true; goto Convert }
  :: atomic { task == SETTLING && !again -> again = true; goto Disburse }
  :: atomic {
      if
      :: !ENDED -> parked = true
      :: else -> skip
      fi
    }
  fi;
Over:
  atomic {
    working--; woken[me] = NOTHING; answered = false; cleared = false; isMade = false; again = false; round = 0; reply = 0; task = 0;
    goto Idle
  }
}

/* The rail: payers and banks act, late requests arrive, and callbacks are posted. */
proctype rail() provided (!dead) {
  do
  :: atomic { collectSent -> collectSent = false; takeCollection() }
  :: atomic { convertSent -> convertSent = false; takeConversion() }
  :: atomic { payoutSent -> payoutSent = false; takePayout() }
  :: atomic { collection == AWAITS -> collection = CAME; cameTold = true }
  :: atomic { collection == AWAITS && chance -> spend; collection = OTHER_CAME; otherTold = true }
  :: atomic { collection == AWAITS && chance -> spend; collection = REFUSED; refusalTold = true }
  :: atomic { collection == OTHER_CAME && chance -> spend; collection = CAME; cameTold = true }
  :: atomic { collection == CAME && chance -> spend; collection = TAKEN_BACK; returnTold = true }
  :: atomic { tracing && chance && collection != NOTHING -> spend; refusalTold = true }
  :: atomic { tracing && chance && collection != NOTHING -> spend; returnTold = true }
  :: atomic { tracing && chance && collection != NOTHING -> spend; cameTold = true }
  :: atomic { tracing && chance && collection != NOTHING -> spend; otherTold = true }
  :: atomic { payout == TAKEN -> payout = MADE; proofTold = true; assert(refund != MADE) }
  :: atomic { payout == TAKEN && chance -> spend; payout = REFUSED; payoutRefusalTold = true }
  :: atomic { MISTAKE(Forged_callback) && chance -> spend; proofTold = true }
  :: atomic { MISTAKE(Preliminary_hash) && payout == TAKEN && chance -> spend; proofTold = true }
  od
}

/* Callbacks arrive in any order, twice, or never. */
#define DELIVER(post, transition) \
  :: atomic { post -> if :: post = false :: chance -> spend fi; transition; committed() } \
  :: atomic { post && chance -> spend; lostReturn = lostReturn || returnTold; post = false }

proctype line() provided (!dead) {
  do
  DELIVER(cameTold, totalCame())
  DELIVER(otherTold, fundsCame(false))
  DELIVER(returnTold, returned())
  DELIVER(refusalTold, collectionFailed())
  DELIVER(proofTold, proven())
  DELIVER(payoutRefusalTold, payoutFailed())
  od
}

/* The sweeper: what is due is tried again, and a silent rail is asked what became of what is in flight. */
proctype sweeper() provided (!dead) {
  byte report;
  do
  :: atomic { parked && !ENDED -> parked = false; due = false; start(); committed() }
  :: atomic { !parked && !ENDED && due && waiting == FOR_SCREEN -> wake(); due = false; committed() }
  :: atomic { !parked && !ENDED && held && waiting == FOR_SCREEN && !suspended -> held = false; wake(); committed() }
  :: atomic { !parked && (st == SCREENING || st == SCREENED || st == CONVERTING || st == SETTLING) &&
      (waiting != FOR_PROOF || MISTAKE(Presented_for_ever)) && starts == 0 && (working == 0 || MISTAKE(Presented_for_ever) || (waiting == FOR_SCREEN && !due && !held)) ->
      due = false; start(); committed() }
  :: atomic { !parked && (st == SCREENING || st == SCREENED || st == CONVERTING || st == SETTLING) &&
      waiting != FOR_PROOF && starts == 0 && working == 1 && chance -> spend; start(); committed() }
  :: atomic { st == COLLECTING && !ordered && (collection == CAME || collection == OTHER_CAME || collection == TAKEN_BACK ||
      collection == REFUSED) && !MISTAKE(Nobody_asks) && !(mismatch && collection == OTHER_CAME) -> report = collection };
    atomic {
      if
      :: report == CAME -> totalCame()
      :: report == OTHER_CAME -> fundsCame(false)
      :: report == TAKEN_BACK -> returned()
      :: else -> collectionFailed()
      fi;
      report = 0; committed()
    }
  :: atomic { UNDELIVERED && pay == PAYMENT_SUCCEEDED && !hash && collection == TAKEN_BACK -> returned(); committed() }
  :: atomic { ((st == SETTLING && sub) || UNANSWERED) && (payout == MADE || payout == REFUSED) && !MISTAKE(Nobody_asks) &&
      !(UNANSWERED && payout == REFUSED && !underWay) -> report = payout };
    atomic { payoutAnswered(report); report = 0; committed() }
  :: atomic { UNANSWERED && payout == NOTHING && (!payoutSent && calling == 0 || MISTAKE(Given_up_on_its_way)) ->
      leg = LEG_NONE; underWay = false; committed() }
  :: atomic { ordered && pay == PAYMENT_RETURNED -> ordered = false; committed() }
  :: atomic { ordered && pay != PAYMENT_RETURNED -> called(LEG_RETURN);
      if
      :: collection != TAKEN_BACK && (refund == MADE || !chance || true) -> refund = MADE; assert(payout != MADE)
      :: chance -> spend; refund = REFUSED
      :: collection == TAKEN_BACK && refund != MADE -> refund = REFUSED
      fi
    };
    atomic {
      if
      :: ordered && refund == MADE && st == COLLECTING ->
        ordered = false; pay = PAYMENT_CANCELED; mismatch = false; aside = false; go1(COLLECTING, FAILED); endHere()
      :: ordered && refund == MADE && st != COLLECTING ->
        ordered = false;
        if
        :: pay == PAYMENT_SUCCEEDED -> counted--
        :: else -> skip
        fi;
        if
        :: pay != PAYMENT_RETURNED -> pay = PAYMENT_REFUNDED
        :: else -> skip  /* its payer's bank has taken it as well: a loss on record */
        fi
      :: else -> ordered = false
      fi;
      committed()
    }
  od
}

/* Operators: a wrong amount waits for them; they may give up, give a verdict, and send held money back. */
proctype operators() provided (!dead) {
  do
  :: atomic { st == COLLECTING && mismatch && !ordered ->
      if
      :: mismatch = false; go1(COLLECTING, SCREENING); pay = PAYMENT_SUCCEEDED; leg = LEG_NONE; wake(); counted++; aside = false
      :: ordered = true
      fi;
      committed() }
  :: atomic { st == COLLECTING && chance -> spend; collectionFailed(); committed() }
  :: atomic { (st == SCREENING || st == SCREENED || st == CONVERTING) && chance -> spend;
      go3(SCREENING, SCREENED, CONVERTING, FAILED); endHere(); committed() }
  :: atomic { !ENDED && scr == SCREEN_PENDING && chance -> spend;
      if
      :: recordScreen(SCREEN_PASS, SCREEN_PASS, ROUND); wake()
      :: byPerson = true; recordScreen(SCREEN_DECLINED, SCREEN_DECLINED, ROUND)
      fi;
      committed() }
  :: atomic { HOLDS_FUNDS && !BLOCKED && !ordered && refund == NOTHING && chance -> spend; ordered = true; committed() }
  od
}

/* What passes with time: a pass, a lease whose holder is at work, a suspension. */
proctype time() provided (!dead) {
  do
  :: atomic { fresh && chance -> spend; fresh = false }
  :: atomic { claim == RUNNING && leased && chance -> spend; leased = false }
  :: atomic { st == NONE && !suspended && chance -> spend; suspended = true }
  :: atomic { suspended -> suspended = false }
  :: atomic { MISTAKE(Claim_with_an_expiry) && claim == DONE && opened > 0 && chance -> spend; claim = NOTHING }
  od
}

/* Nothing is left to happen: then nothing may be half done. */
proctype rest() provided (!dead) {
  timeout -> atomic {
    assert(claim != RUNNING);
    assert(st == NONE || ENDED);
    assert(orders == 0);
    assert(payout != MADE || hash);
    assert(!underWay);
    assert(!ordered);
    assert(collection != TAKEN_BACK || pay == PAYMENT_RETURNED || pay == PAYMENT_FAILED || lostReturn);
    assert(st != COMPLETED || (booked && counted == (pay == PAYMENT_RETURNED -> 0 : 1)))
  }
}

init {
  atomic {
    c_code { prepare(); now.control = Control; now.tracing = Tracing; now.left = Chances; };
    if
    :: pulled = true
    :: pulled = false
    fi;
    view = VIEW;
    run caller(false); run caller(false); run caller(true); run machine(0); run machine(1);
    run rail(); run line(); run sweeper(); run operators(); run time(); run rest()
  }
}
