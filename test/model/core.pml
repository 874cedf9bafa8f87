/* What both protocols share: chances for things to go wrong, mistakes on purpose, and observed runs.
   Before this text stand the tables that test/model/tables.ts writes from the code: the statuses by name,
   MAY_MOVE(from, to), the controls, PROTOCOL's name and CHANCES. */

c_decl {
  int Control, Chances = CHANCES, Tracing, TraceLength, Furthest;
  int Trace[4096];
  unsigned char Taken[16][16];

  /* What a run was like, for the command that started it. */
  static void report(void) {
    int from, to;
    printf("furthest %d of %d", Furthest, TraceLength);
    for (from = 0; from < 16; from++)
      for (to = 0; to < 16; to++)
        if (Taken[from][to]) printf("\nmove %d %d", from, to);
    printf("\n");
  }

  static void stop(int by) { exit(1); }

  /* Holds a step against the observed run: a run of the model whose steps are others goes no further. */
  static void expect(int sight, short *cursor, unsigned char *dead) {
    if (*cursor >= TraceLength || Trace[*cursor] != sight) {
      *dead = 1;
      return;
    }
    if (++*cursor > Furthest) Furthest = *cursor;
    if (*cursor == TraceLength) exit(0);  /* the whole observed run is one of the model's */
  }

  /* How the row looks after a transaction. */
  static int see(int tracing, int view, int sight, short *cursor, unsigned char *dead) {
    if (!tracing || sight == view) return view;
    expect(sight, cursor, dead);
    return sight;
  }

  static void prepare(void) {
    const char *control = getenv("MODEL_CONTROL"), *path = getenv("MODEL_TRACE"), *chances = getenv("MODEL_CHANCES");
    if (chances) Chances = atoi(chances);
    if (control) Control = atoi(control);
    if (path) {
      FILE *file = fopen(path, "r");
      Tracing = 1;
      while (file && TraceLength < 4096 && fscanf(file, "%d", &Trace[TraceLength]) == 1) TraceLength++;
    }
    signal(SIGTERM, stop);
    atexit(report);
  }
}

byte control;  /* the mistake that is made on purpose, 0 for none */
bool tracing;  /* whether an observed run is held against the model */
byte dead;     /* what was observed is not what happens here: nothing goes on */
byte left;
short cursor;
int view;
hidden int sight;

#define MISTAKE(which) (control == which)

/* Something goes wrong, or another way, as often as there are chances; ENDLESS are never used up. */
#define ENDLESS 99
#define chance (left > 0)
#define spend left = (left == ENDLESS -> ENDLESS : left - 1)

/* Every change of status is written with the statuses that it may come from, which the table must allow. */
#define go(to) assert(MAY_MOVE(st, to)); c_code { Taken[now.st][to] = 1; }; st = to
#define go1(a, to) assert(st == a); go(to)
#define go2(a, b, to) assert(st == a || st == b); go(to)
#define go3(a, b, c, to) assert(st == a || st == b || st == c); go(to)
#define go4(a, b, c, d, to) assert(st == a || st == b || st == c || st == d); go(to)

/* A transaction is written: whoever looks sees the row as it is now, where it looks different. */
#define committed() sight = VIEW; c_code { now.view = see(now.tracing, now.view, sight, &now.cursor, &now.dead); }

/* An outside call is made. */
#define called(what) sight = -(what); c_code { if (now.tracing) expect(sight, &now.cursor, &now.dead); }
