/* The machines that move a settlement on. */

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
