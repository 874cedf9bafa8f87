/* What goes on around the machines: the rail, callbacks, the sweeper, operators, time, and the end. */

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
  :: atomic { ((st == SETTLING && sub) || UNANSWERED) && (payout == MADE || payout == REFUSED) && !MISTAKE(Nobody_asks) ->
      report = payout };
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
  :: atomic { HOLDS_FUNDS && !BLOCKED && !ordered && !UNANSWERED && !underWay && refund == NOTHING && chance ->
      spend; ordered = true; committed() }
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
