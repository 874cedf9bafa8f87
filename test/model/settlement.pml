/* One settlement with its payment, everybody who works on it, and the vendors. A transaction is one atomic block: it
   decides on the row as it is then. A name with a capital first letter is a place in a process or a mistake. */

/* The row. */
byte st = NONE, pay = PAYMENT_PROCESSING, leg = LEG_NONE, scr = SCREEN_NONE, waiting = NO_WAIT;
byte token;                /* the machine that waits */
bool sub, hash;            /* the rail has taken the payout; its proof is on record */
bool fresh;                /* the last screen before disbursement is a pass of the last 15 minutes */
byte rnd;                  /* its round, modulo 4 */
bool due, parked;          /* a screen is to be asked again; a vendor was silent */
bool underWay;             /* the break payout_under_way is open */
bool payoutNo;             /* the rail has refused the payout for good */
bool held, ordered;        /* on hold for credit; held money is to be sent back */
bool mismatch, late;       /* another amount came; money came after the collection had been given up */

/* The claim of pay's key: who holds it, and whether the lease still runs. */
byte claim, holder;
bool leased;

/* The books of the rest of us: what is set aside and counted on the invoice, whether fee and reserve are booked. */
bool aside, booked;
byte counted;

/* The vendors' books: what they did, and the requests that are still on their way to them. */
byte collection, conversion, payout, refund;
bool collectSent, convertSent, payoutSent;
bool pulled;               /* a debit, whose money is there with the answer */
bool cameTold, otherTold, returnTold, refusalTold, proofTold, payoutRefusalTold;  /* callbacks on their way */

/* Machines that are to be started, that work, and what became of the token of each. */
byte starts, working, woken[2];

/* What nobody in the protocol sees: what was asked for and done in all. */
byte opened, collections, payouts, orders, intents, real = SCREEN_NONE;
byte calling;              /* payouts that are being asked for: the sweeper's question comes later than their end */
bool suspended, pendingOpen, lostReturn, byPerson;

#define VIEW (st + 16 * (pay + 8 * (leg + 4 * ((sub && st == SETTLING) + 2 * (hash + 2 * (scr + 8 * ordered))))))
#define ENDED (st == COMPLETED || st == DECLINED || st == FAILED)
#define UNDELIVERED (st == DECLINED || st == FAILED)
#define PASSED (scr == SCREEN_PASS && (fresh || MISTAKE(Stale_pass)) && !held)
#define ROUND ((rnd + 1 - (scr == SCREEN_PASS && fresh)) & 3)
#define INTENDS(which) (intents & (1 << which))
#define HOLDS_FUNDS (UNDELIVERED && !hash && (pay == PAYMENT_SUCCEEDED || (pay == PAYMENT_FAILED && late)))
#define BLOCKED (st == DECLINED && scr == SCREEN_DECLINED && !byPerson)
#define UNANSWERED (UNDELIVERED && !hash && leg == LEG_PAYOUT && !payoutNo)

inline intend(which) { leg = which; intents = intents | (1 << which) }

inline wake() {
  if
  :: waiting != NO_WAIT -> woken[token] = ANSWERED; waiting = NO_WAIT; token = 0
  :: else -> skip
  fi
}

/* A new presentation: what a committed entry asks for is handed on by the outbox. */
inline start() {
  orders++;
  if
  :: starts++
  :: MISTAKE(Outbox_after_commit) && chance -> spend
  fi
}

inline count() { counted++; aside = false; assert(counted <= 1) }

inline endHere() { wake(); parked = false; due = false; booked = false }

/* The exact amount, or another one. */
inline fundsCame(exact) {
  if
  :: st == COLLECTING && !mismatch && (exact || MISTAKE(Amounts_not_compared)) && !ordered ->
    assert(collection == CAME || collection == TAKEN_BACK);
    go1(COLLECTING, SCREENING); pay = PAYMENT_SUCCEEDED; leg = LEG_NONE; wake(); count()
  :: st == COLLECTING && !mismatch && (!exact || ordered) && !MISTAKE(Amounts_not_compared) -> mismatch = true
  :: st == FAILED && pay == PAYMENT_FAILED -> late = true
  :: MISTAKE(Callback_not_deduplicated) && pay == PAYMENT_SUCCEEDED -> count()
  :: else -> skip
  fi
}

/* A rail that tells totals tells the rest of a wrong amount from a repeat. */
inline totalCame() {
  if
  :: st == COLLECTING && mismatch && !ordered ->
    mismatch = false;
    go1(COLLECTING, SCREENING); pay = PAYMENT_SUCCEEDED; leg = LEG_NONE; wake(); count()
  :: else -> fundsCame(true)
  fi
}

inline returned() {
  if
  :: pay == PAYMENT_RETURNED || (pay == PAYMENT_FAILED && !late && !mismatch) -> skip
  :: else ->
    if
    :: pay == PAYMENT_PROCESSING -> aside = false
    :: pay == PAYMENT_SUCCEEDED -> counted--
    :: else -> skip
    fi;
    pay = PAYMENT_RETURNED; mismatch = false; late = false;
    if
    :: st == CREATED || st == COLLECTING -> go2(CREATED, COLLECTING, FAILED); endHere()
    :: st == SCREENING || st == SCREENED || st == CONVERTING || st == SETTLING ->
      underWay = (st == SETTLING && sub);
      go4(SCREENING, SCREENED, CONVERTING, SETTLING, FAILED); endHere()
    :: st == COMPLETED && MISTAKE(Return_flips) -> go(FAILED)
    :: else -> skip  /* after delivery it is a loss on record, and nothing else */
    fi
  fi
}

inline collectionFailed() {
  if
  :: st == CREATED || st == COLLECTING ->
    go2(CREATED, COLLECTING, FAILED); pay = PAYMENT_FAILED; aside = false; endHere()
  :: st == SCREENING || st == SCREENED || st == CONVERTING || st == SETTLING ->
    go4(SCREENING, SCREENED, CONVERTING, SETTLING, FAILED); endHere()
  :: st == COMPLETED -> returned()
  :: else -> skip
  fi
}

inline proven() {
  if
  :: st == SETTLING || (MISTAKE(Status_condition_missing) && st != COMPLETED) ->
    assert(payout == MADE);
    go1(SETTLING, COMPLETED); hash = true; leg = LEG_NONE; wake(); parked = false
  :: UNANSWERED && !MISTAKE(Status_condition_missing) -> hash = true; underWay = false
  :: else -> skip
  fi
}

inline payoutFailed() {
  if
  :: st == SETTLING -> assert(payout == REFUSED); payoutNo = true; go1(SETTLING, FAILED); endHere()
  :: st != SETTLING && (underWay || UNANSWERED) && !hash -> underWay = false; payoutNo = true
  :: else -> skip
  fi
}

/* What the rail answers to the payout: on record with its end, or, where the settlement has ended otherwise, as a break. */
inline payoutAnswered(reply) {
  if
  :: reply == MADE -> proven()
  :: reply == REFUSED -> payoutFailed()
  :: reply == TAKEN && UNANSWERED -> underWay = true
  :: else -> skip
  fi
}

inline decline() { go4(SCREENING, SCREENED, CONVERTING, SETTLING, DECLINED); wake(); parked = false; booked = false }

/* A screen on record: `verdict` as it was understood, `given` as the provider gave it. */
inline recordScreen(verdict, given, round) {
  rnd = round; scr = verdict; real = given; fresh = (verdict == SCREEN_PASS); due = false; parked = false;
  pendingOpen = (verdict == SCREEN_PENDING);
  if
  :: verdict == SCREEN_PASS && st == SCREENING -> go1(SCREENING, SCREENED)
  :: verdict == SCREEN_DECLINED -> decline()
  :: verdict == SCREEN_PENDING || verdict == SCREEN_UNAVAILABLE ->
    if
    :: due = true
    :: chance -> spend; decline()  /* no verdict for 24 hours */
    fi
  :: else -> skip
  fi
}

/* The vendors: the same key is the same effect. */
inline takeCollection() {
  if
  :: collection == NOTHING && pulled -> collection = CAME; collections++
  :: collection == NOTHING && !pulled -> collection = AWAITS; collections++
  :: collection == NOTHING && chance -> spend; collection = REFUSED
  :: collection != NOTHING && MISTAKE(New_rail_key) -> collections++
  :: collection != NOTHING && !MISTAKE(New_rail_key) -> skip
  fi;
  assert(collections <= 1)
}

inline takeConversion() {
  if
  :: conversion == NOTHING || conversion == TAKEN -> conversion = MADE
  :: conversion == NOTHING && chance -> spend; conversion = TAKEN
  :: conversion == NOTHING && chance -> spend; conversion = REFUSED
  :: conversion == MADE || conversion == REFUSED -> skip
  fi
}

inline takePayout() {
  if
  :: payout == NOTHING -> payout = MADE; payouts++
  :: payout == NOTHING -> payout = TAKEN; payouts++
  :: payout == NOTHING && chance -> spend; payout = REFUSED
  :: payout != NOTHING && MISTAKE(Number_in_payout_key) -> payouts++
  :: payout != NOTHING && !MISTAKE(Number_in_payout_key) -> skip
  fi;
  assert(payouts <= 1);
  assert(payout != MADE || refund != MADE)
}

/* How a call goes: it is answered, it takes effect unheard, it arrives late, or never. */
#define CALL(take, sent) \
  if \
  :: atomic { take(); if :: answered = true :: chance -> spend; answered = false fi } \
  :: atomic { chance -> spend; sent = true; answered = false } \
  :: atomic { chance -> spend; answered = false } \
  fi

/* A call of pay under the one key; the sweeper carries on one whose holder died. */
proctype caller(bool sweeps) provided (!dead) {
  bool answered;
Claim:
  atomic {
    if
    :: claim == NOTHING && !sweeps -> claim = RUNNING; leased = true; holder = _pid; goto Gate
    :: claim == RUNNING && !leased ->
      leased = true; holder = _pid;
      if
      :: st == NONE || MISTAKE(Claim_expires) -> goto Gate
      :: else -> goto Collect
      fi
    fi
  };
Gate:
  if
  :: true -> skip
  :: atomic { chance && holder == _pid -> spend; claim = DONE; goto Over }  /* the first screen refuses it */
  fi;
  atomic {
    if
    :: claim == RUNNING && holder == _pid ->
      opened++; assert(opened <= 1);
      st = CREATED; aside = true;
      if
      :: MISTAKE(Call_before_intent) -> leg = LEG_NONE
      :: else -> intend(LEG_COLLECT)
      fi;
      committed()
    :: else -> goto Claim
    fi
  };
Collect:
  atomic {
    if
    :: st == CREATED -> assert(INTENDS(LEG_COLLECT)); called(LEG_COLLECT)
    :: else -> answered = true; goto Record
    fi
  };
  CALL(takeCollection, collectSent);
  if
  :: !answered ->
    atomic {
      if
      :: holder == _pid && claim == RUNNING -> leased = false;
        if
        :: MISTAKE(Claim_deleted) -> claim = NOTHING
        :: else -> skip
        fi
      :: else -> skip
      fi;
      goto Claim
    }
  :: else -> skip
  fi;
Record:
  atomic {
    if
    :: claim == RUNNING && holder == _pid ->
      claim = DONE; leased = false;
      if
      :: st == CREATED && collection == REFUSED -> collectionFailed()
      :: st == CREATED && collection != REFUSED ->
        go1(CREATED, COLLECTING); start();
        if
        :: pulled -> fundsCame(true)
        :: else -> skip
        fi
      :: else -> skip
      fi;
      committed()
    :: else -> goto Claim
    fi
  };
Over: skip
}
