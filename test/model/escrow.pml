/* One escrow, everybody who works on it, and the rail that holds its money. A transaction is one atomic block: it
   decides on the row as it is then. A name with a capital first letter is a place in a process or a mistake. */

/* The row. Screens are of two addresses: [0] where a release goes, [1] where a refund does. */
byte st = NONE, leg = LEG_NONE, scr[2] = SCREEN_NONE;
bool fresh[2];             /* the last screen of an address is a pass of the last 15 minutes */
bool passedOnce[2];        /* some screen of it was one; only a mistake looks at that */
bool isHeld, funding;      /* the amount is held; money was asked for, and was not given up */
bool came, takenBack;      /* money came; its payer's bank took it back */
bool beside;               /* what came is applied to nothing: another amount, or too late */
bool sending, closes;      /* the rail is to send that back; the escrow ends with it */
bool sub, hash, paid;      /* the rail has the payout; a proof is on record; what was held has left by it */
byte number[2], past;      /* of the next release and refund, which rises after a definite no; keys that came to nothing */
bool parked, waits;        /* a vendor was silent; a machine waits for the proof */
byte approvals;            /* a bit for each of two approvers: both must agree */

/* The rail's books: the collection, payouts by key, and requests that are still on their way to it. */
byte collection, payout[4], back;
bool collectSent, payoutSent[4], pulled;
bool wrong;                /* the payer sends another amount first */
bool cameTold, otherTold, returnTold, refusalTold, proofTold[4], payoutRefusalTold[4];

byte starts, working;
bool woken;
hidden byte slot, outcome;   /* while one step is made: whose turn it is, and what the provider says */

/* What nobody in the protocol sees: what was done in all, and who is just telling the rail of a payout. */
byte payouts, returns, orders, intents, funded, calling, real[2] = SCREEN_NONE;

#define VIEW (st + 16 * (leg + 8 * (sub + 2 * (isHeld + 2 * (hash + 2 * (takenBack + 2 * (scr[0] + 8 * scr[1])))))))
#define HOLDING (st == FUNDED || st == RELEASE_PENDING)
#define ENDED (st == RELEASED || st == REFUNDED || st == EXPIRED)
#define OUTSTANDING (st == AWAITING_FUNDS && funding)
#define IS_REFUND (leg == LEG_REFUND)
#define KEY (2 * IS_REFUND + number[IS_REFUND])
#define INTENDS(key) (intents & (1 << (key)))
#define PASSED(at) ((scr[at] == SCREEN_PASS && (fresh[at] || MISTAKE(Stale_pass))) || (MISTAKE(Any_fresh_pass) && passedOnce[at]))
#define AGREED (approvals == 3 || (MISTAKE(One_voice_twice) && approvals != 0))
#define MAY_RELEASE (HOLDING && AGREED && PASSED(0))
#define MAY_PAY (leg != LEG_NONE && !takenBack && ((leg == LEG_RELEASE && MAY_RELEASE) || (IS_REFUND && PASSED(1))))
#define CLEARED (real[IS_REFUND] == SCREEN_PASS && fresh[IS_REFUND])

inline start() { starts++; orders++ }

inline noPayout() { leg = LEG_NONE; sub = false; parked = false; woken = waits; waits = false }

/* The exact amount, or another one. */
inline fundsCame(exact) {
  if
  :: OUTSTANDING && exact && !sending -> go1(AWAITING_FUNDS, FUNDED); isHeld = true; beside = false; funded++
  :: OUTSTANDING && (!exact || sending) -> beside = (beside || !came)
  :: !OUTSTANDING && MISTAKE(Funding_applied_twice) && st == FUNDED -> funded++
  :: !OUTSTANDING && !(MISTAKE(Funding_applied_twice) && st == FUNDED) -> beside = (beside || !came)
  fi;
  came = true;
  assert(funded <= 1)
}

inline collectionRefused() {
  if
  :: OUTSTANDING -> go1(AWAITING_FUNDS, FAILED)
  :: else -> skip
  fi
}

inline returned() {
  if
  :: takenBack -> skip
  :: !takenBack && !came && !OUTSTANDING -> takenBack = true
  :: !takenBack && (came || OUTSTANDING) ->
    takenBack = true; beside = false;
    if
    :: !paid && leg == LEG_NONE && (st == AWAITING_FUNDS || HOLDING) ->
      isHeld = false; go3(AWAITING_FUNDS, FUNDED, RELEASE_PENDING, FAILED)
    :: !paid && leg == LEG_NONE && st != AWAITING_FUNDS && !HOLDING -> isHeld = false
    :: else -> skip  /* what left, or may, is a loss on record */
    fi
  fi
}

/* The rail is told to send back what is applied to nothing, to the bank that it came from. */
inline orderReturn(ends) {
  if
  :: !sending && beside && !OUTSTANDING -> sending = true; closes = ends; back = (back == REFUSED -> NOTHING : back)
  :: sending && ends && !isHeld -> closes = true
  :: else -> skip
  fi
}

inline takeReturn() {
  if
  :: back == NOTHING -> back = MADE; returns++
  :: back == NOTHING && chance -> spend; back = REFUSED
  :: back == MADE && MISTAKE(Returned_anew) -> returns++
  :: back == REFUSED || (back == MADE && !MISTAKE(Returned_anew)) -> skip
  fi;
  assert(payouts + returns <= 1)
}

/* What the rail says of it: gone, or refused, which leaves it for operators. */
inline sentBack() {
  if
  :: sending && back == MADE ->
    sending = false; beside = false;
    if
    :: closes && (st == AWAITING_FUNDS || st == FAILED) && !isHeld && !paid && leg == LEG_NONE -> go2(AWAITING_FUNDS, FAILED, REFUNDED)
    :: else -> skip
    fi
  :: sending && back == REFUSED -> sending = false
  :: else -> skip
  fi
}

/* What is held pays for what the payer's bank took back, once the payout has come to nothing. */
inline coverReturn() {
  if
  :: takenBack && HOLDING -> isHeld = false; go2(FUNDED, RELEASE_PENDING, FAILED)
  :: takenBack && !HOLDING -> isHeld = false
  :: else -> skip
  fi
}

inline refusePayout(key) {
  if
  :: leg != LEG_NONE && KEY == key ->
    past = past | (1 << key);
    if
    :: number[IS_REFUND] < 1 -> number[IS_REFUND] = number[IS_REFUND] + 1
    :: else -> skip
    fi;
    noPayout();
    if
    :: HOLDING -> go2(FUNDED, RELEASE_PENDING, FAILED)
    :: else -> skip
    fi;
    if
    :: takenBack -> isHeld = false
    :: else -> skip
    fi
  :: else -> skip
  fi
}

/* The only way to released, and to refunded where value was held; proof of what had come to nothing is a break. */
inline proven(key) {
  if
  :: leg != LEG_NONE && KEY == key ->
    assert(payout[key] == MADE);
    isHeld = false; paid = true; hash = true;
    if
    :: leg == LEG_RELEASE -> go2(FUNDED, RELEASE_PENDING, RELEASED)
    :: leg == LEG_REFUND -> go3(FUNDED, RELEASE_PENDING, FAILED, REFUNDED)
    fi;
    noPayout()
  :: !(leg != LEG_NONE && KEY == key) && (past & (1 << key)) ->
    past = past & ~(1 << key); hash = true;
    if
    :: isHeld && leg == LEG_NONE && (key >= 2) -> isHeld = false; paid = true; go3(FUNDED, RELEASE_PENDING, FAILED, REFUNDED)
    :: isHeld && leg == LEG_NONE && key < 2 && HOLDING -> isHeld = false; paid = true; go2(FUNDED, RELEASE_PENDING, RELEASED)
    :: isHeld && leg == LEG_NONE && key < 2 && !HOLDING -> isHeld = false; paid = true
    :: else -> skip
    fi
  :: else -> skip
  fi
}

inline answered(key, reply) {
  if
  :: reply == MADE -> proven(key)
  :: reply == REFUSED -> refusePayout(key)
  :: reply == TAKEN && leg != LEG_NONE && KEY == key -> sub = true; parked = false
  :: else -> skip
  fi
}

/* A payout that the rail does not know and that may not be sent any more is taken back; its key stays the next one's. */
inline withdraw(key) {
  if
  :: leg != LEG_NONE && KEY == key && !sub && (calling == 0 && !payoutSent[key] || MISTAKE(Withdrawn_on_its_way)) && !MAY_PAY &&
    !MISTAKE(Never_withdrawn) ->
    past = past | (1 << key);
    if
    :: !takenBack && leg == LEG_RELEASE && st == FUNDED -> noPayout(); go1(FUNDED, RELEASE_PENDING)
    :: else -> noPayout()
    fi;
    coverReturn()
  :: else -> skip
  fi
}

inline recordScreen(at, verdict, given) {
  if
  :: !ENDED && (!MISTAKE(Screen_skipped)) -> scr[at] = verdict; real[at] = given; fresh[at] = (verdict == SCREEN_PASS);
    passedOnce[at] = (MISTAKE(Any_fresh_pass) && (passedOnce[at] || verdict == SCREEN_PASS))
  :: !ENDED && MISTAKE(Screen_skipped) -> scr[at] = SCREEN_PASS; real[at] = SCREEN_NONE; fresh[at] = true
  :: else -> skip
  fi
}

/* Asks the provider about an address. */
#define SCREEN(at) \
  atomic { \
    if \
    :: outcome = SCREEN_PASS \
    :: chance -> spend; outcome = SCREEN_DECLINED \
    :: chance -> spend; outcome = SCREEN_PENDING \
    :: chance -> spend; outcome = SCREEN_UNAVAILABLE \
    fi; \
    recordScreen(at, (MISTAKE(Unavailable_passes) && outcome == SCREEN_UNAVAILABLE -> SCREEN_PASS : outcome), outcome); \
    committed() \
  }

inline takeCollection() {
  if
  :: collection == NOTHING ->
    if
    :: pulled -> collection = CAME
    :: !pulled -> collection = AWAITS
    :: chance -> spend; collection = REFUSED
    fi
  :: else -> skip
  fi
}

inline takePayout(key) {
  if
  :: payout[key] == NOTHING ->
    if
    :: payout[key] = MADE; payouts++
    :: chance -> spend; payout[key] = TAKEN; payouts++
    :: chance -> spend; payout[key] = REFUSED
    fi
  :: payout[key] != NOTHING && payout[key] != REFUSED && MISTAKE(Key_for_each_attempt) -> payouts++
  :: else -> skip
  fi;
  assert(payouts + returns <= 1)
}
