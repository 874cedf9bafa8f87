import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where the set-up has put Beancount; undefined where it could not be installed. */
const python = process.env.SLUICE_JOURNAL_PYTHON;

/** Why no journal can be checked here; then these tests are skipped. */
export const missing = python === undefined ? "it needs Beancount, which npm test installs" : undefined;

/** What Beancount makes of a journal. */
export interface CheckedJournal {
  /** What it refuses, in its own words; none where the journal is balanced and its assertions hold. */
  readonly refusals: readonly string[];
  /** Cents by account, added up by Beancount; debits are positive. */
  readonly totals: Readonly<Record<string, number>>;
  /** Millionths of stablecoin by account, for each wallet that transactions name. */
  readonly wallets: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly transactions: readonly { readonly narration: string; readonly postings: number }[];
}

/** Has Beancount read journals, each by itself, in a process of its own. */
export function checkJournals(journals: readonly string[]): CheckedJournal[] {
  const script = join(import.meta.dirname, "check_journal.py");
  const options = { input: JSON.stringify(journals), encoding: "utf8", maxBuffer: 64_000_000 } as const;
  const { status, stdout, stderr } = spawnSync(python ?? "", [script], options);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

export function checkJournal(journal: string): CheckedJournal {
  const [checked] = checkJournals([journal]);
  if (!checked) throw new Error("nothing came of it");
  return checked;
}

/** What `bean-check` itself prints of a journal: nothing where it accepts it. Throws where it says yes and no at once. */
export function beanCheck(journal: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "journal-")), "close.beancount");
  writeFileSync(file, journal);
  const options = { encoding: "utf8", maxBuffer: 64_000_000 } as const;
  const { status, stdout, stderr } = spawnSync(python ?? "", ["-m", "beancount.scripts.check", "-C", file], options);
  const printed = stdout + stderr;
  if ((status === 0) !== (printed === "")) throw new Error(`bean-check ended with ${status}: ${printed}`);
  return printed;
}
