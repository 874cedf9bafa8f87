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
bool sub, hash, paid;      /* the rail has the payout; a proof is on record; the release or the refund has left by it */
bool parts, whole;         /* some milestone is cancelled, so that a release leaves a rest; the release ordered takes all */
byte number[3], past;      /* of the next release, refund and rest, which rises after a definite no; keys that came to nothing */
bool parked, waits;        /* a vendor was silent; a machine waits for the proof */
byte approvals;            /* a bit for each of two approvers: both must agree */

/* The rail's books: the collection, payouts by key, and requests that are still on their way to it. */
byte collection, payout[6], back;
bool collectSent, payoutSent[6], pulled;
bool wrong;                /* the payer sends another amount first */
bool cameTold, otherTold, returnTold, refusalTold, proofTold[6], payoutRefusalTold[6];

byte starts, working;
bool woken;
hidden byte slot, outcome;   /* while one step is made: whose turn it is, and what the provider says */

/* What nobody in the protocol sees: what was done in all, and who is just telling the rail of a payout. */
byte payouts, rests, returns, orders, intents, funded, calling, real[2] = SCREEN_NONE;

#define VIEW (st + 16 * (leg + 8 * (sub + 2 * (isHeld + 2 * (hash + 2 * (takenBack + 2 * (scr[0] + 8 * (scr[1] + 8 * parts))))))))
#define HOLDING (st == FUNDED || st == RELEASE_PENDING)
#define ENDED (st == RELEASED || st == REFUNDED || st == EXPIRED)
#define OUTSTANDING (st == AWAITING_FUNDS && funding)
#define IS_REFUND (leg == LEG_REFUND)
#define SLOT (leg == LEG_REST -> 2 : IS_REFUND)     /* which of the three payouts: two keys each */
#define SIDE (IS_REFUND || leg == LEG_REST)         /* whose address: a rest goes where a refund does */
#define KEY (2 * SLOT + number[SLOT])
#define INTENDS(key) (intents & (1 << (key)))
#define PASSED(at) ((scr[at] == SCREEN_PASS && (fresh[at] || MISTAKE(Stale_pass))) || (MISTAKE(Any_fresh_pass) && passedOnce[at]))
#define AGREED (approvals == 3 || (MISTAKE(One_voice_twice) && approvals != 0))
#define REST_CLEAR (scr[1] == SCREEN_NONE || scr[1] == SCREEN_PASS)
#define MAY_RELEASE (HOLDING && AGREED && PASSED(0) && (!parts || REST_CLEAR))
#define MAY_REST (PASSED(1) || (leg == LEG_REST && MISTAKE(Rest_unscreened)))
#define MAY_PAY (leg != LEG_NONE && !takenBack && ((leg == LEG_RELEASE && MAY_RELEASE) || (SIDE && MAY_REST)))
#define CLEARED (real[SIDE] == SCREEN_PASS && fresh[SIDE])
#define LEAVES_REST (parts && !whole)
#define RELEASE_MADE (payout[0] == MADE || payout[1] == MADE)
#define REST_MADE (payout[4] == MADE || payout[5] == MADE)

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
    :: (!paid || isHeld) && leg == LEG_NONE && (st == AWAITING_FUNDS || HOLDING) ->
      isHeld = false; go3(AWAITING_FUNDS, FUNDED, RELEASE_PENDING, FAILED)
    :: (!paid || isHeld) && leg == LEG_NONE && st != AWAITING_FUNDS && !HOLDING -> isHeld = false
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
    :: number[SLOT] < 1 -> number[SLOT] = number[SLOT] + 1
    :: else -> skip
    fi;
    if
    :: HOLDING && (leg != LEG_REST || takenBack) -> go2(FUNDED, RELEASE_PENDING, FAILED)
    :: leg == LEG_REST && !takenBack && st == FUNDED -> go1(FUNDED, RELEASE_PENDING)
    :: else -> skip
    fi;
    noPayout();
    if
    :: takenBack -> isHeld = false
    :: else -> skip
    fi
  :: else -> skip
  fi
}

/* What a release has left is ordered to be returned in the transaction of its proof, or pays for what the payer's bank took. */
inline orderRest() {
  if
  :: takenBack -> coverReturn()
  :: !takenBack && HOLDING -> leg = LEG_REST; intents = intents | (1 << KEY); past = past & ~(1 << KEY); start()
  :: else -> skip
  fi
}

/* The only way to released, and to refunded where value was held; proof of what had come to nothing is a break. */
inline proven(key) {
  if
  :: leg != LEG_NONE && KEY == key ->
    assert(payout[key] == MADE);
    paid = true; hash = true;
    if
    :: leg == LEG_RELEASE && LEAVES_REST -> noPayout(); orderRest()
    :: leg == LEG_RELEASE && !LEAVES_REST -> noPayout(); isHeld = false; go2(FUNDED, RELEASE_PENDING, RELEASED)
    :: leg == LEG_REST && HOLDING -> noPayout(); isHeld = false; go2(FUNDED, RELEASE_PENDING, RELEASED)
    :: leg == LEG_REST && !HOLDING -> noPayout(); isHeld = false
    :: leg == LEG_REFUND -> noPayout(); isHeld = false; go3(FUNDED, RELEASE_PENDING, FAILED, REFUNDED)
    fi
  :: !(leg != LEG_NONE && KEY == key) && (past & (1 << key)) ->
    past = past & ~(1 << key); hash = true;
    if
    :: isHeld && leg == LEG_NONE && !paid && (key == 2 || key == 3) -> isHeld = false; paid = true; go3(FUNDED, RELEASE_PENDING, FAILED, REFUNDED)
    :: isHeld && leg == LEG_NONE && !paid && key < 2 && LEAVES_REST -> paid = true; orderRest()
    :: isHeld && leg == LEG_NONE && !paid && key < 2 && !LEAVES_REST && HOLDING -> isHeld = false; paid = true; go2(FUNDED, RELEASE_PENDING, RELEASED)
    :: isHeld && leg == LEG_NONE && !paid && key < 2 && !LEAVES_REST && !HOLDING -> isHeld = false; paid = true
    :: isHeld && leg == LEG_NONE && paid && key >= 4 && HOLDING -> isHeld = false; go2(FUNDED, RELEASE_PENDING, RELEASED)
    :: isHeld && leg == LEG_NONE && paid && key >= 4 && !HOLDING -> isHeld = false
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
    :: payout[key] = MADE; counted(key)
    :: chance -> spend; payout[key] = TAKEN; counted(key)
    :: chance -> spend; payout[key] = REFUSED
    fi
  :: payout[key] != NOTHING && payout[key] != REFUSED && MISTAKE(Key_for_each_attempt) -> counted(key)
  :: else -> skip
  fi;
  assert(payouts + returns <= 1)
}

/* A rest is returned once, after the release that left it is proven to have left; a cancelled milestone is never in a release. */
inline counted(key) {
  if
  :: key < 4 -> payouts++; assert(key > 1 || !parts || !whole)
  :: else -> rests++; assert(rests <= 1 && parts && !whole); assert(RELEASE_MADE)
  fi
}

/* The transition that records a payout under its key before the rail is asked. */
inline order(which) {
  leg = which; sub = false; parked = false;
  whole = (which == LEG_RELEASE -> !parts || MISTAKE(Cancelled_paid) : whole);
  intents = (MISTAKE(Call_before_intent) -> intents : intents | (1 << KEY)); past = past & ~(1 << KEY);
  start(); committed()
}
