import * as fc from "fast-check";

// The same cases for each mutant; and one that a property notices is killed, however large its counterexample is.
fc.configureGlobal({ seed: 2, endOnFailure: true });

/** Where instrumented code keeps what it counts, one for all files of this process. */
const shelf: typeof globalThis & { __stryker__?: { mutantCoverage?: unknown } } = globalThis;

// Each file reports its own coverage, not once more that of all files before it.
if (shelf.__stryker__ !== undefined) shelf.__stryker__.mutantCoverage = undefined;
