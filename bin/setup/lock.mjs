import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Runs `work` while no other process does; a lock whose owner has died is taken over. */
export function locked(path, work) {
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    take(path, mine);
    try {
      work();
    } finally {
      rmSync(path, { force: true });
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

function take(path, mine) {
  for (let told = false; !linked(mine, path); told = true) {
    const owner = ownerOf(path);
    if (owner !== undefined && !isAlive(owner)) {
      removeStale(path, owner);
      continue;
    }
    if (!told) console.error(`set-up: waiting for another set-up (process ${owner ?? "unknown"}) ...`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
}

/** A hard link appears with its content, so that no lock is ever seen without its owner. */
function linked(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function ownerOf(path) {
  try {
    return Number(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

function isAlive(processId) {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Two waiters may both find a dead owner: a rename tells whose lock was taken away, and a live one is put back. */
function removeStale(path, owner) {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (ownerOf(aside) !== owner) linked(aside, path);
  rmSync(aside, { force: true });
}
