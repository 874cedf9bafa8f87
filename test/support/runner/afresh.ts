import { vi } from "vitest";

/** What the first file of this process found. */
interface Found {
  readonly environment: NodeJS.ProcessEnv;
  readonly Date: typeof Date;
  readonly now: typeof Date.now;
}

// What a process keeps from file to file cannot be a variable of a module.
const shelf: typeof globalThis & { sluiceFound?: Found } = globalThis;
shelf.sluiceFound ??= { environment: { ...process.env }, Date, now: Date.now };
const found = shelf.sluiceFound;

// Starting a process for each file costs more than most files do. So one runs file after file, each with the environment and the clock that the first one found and with our own modules loaded anew; only packages stay.
for (const name of Object.keys(process.env)) if (!(name in found.environment)) delete process.env[name];
Object.assign(process.env, found.environment);
globalThis.Date = found.Date;
Date.now = found.now;
vi.resetModules();
