import { relative } from "node:path";
import type { TestModule } from "vitest/node";

/** So many tests and files are told as the slowest. */
const told = 10;

/** What one project took: of all its files together, however many ran at once. */
interface Spent {
  files: number;
  tests: number;
  loadingMs: number;
  testingMs: number;
  startMs: number;
  endMs: number;
}

/** A line for each project: how many tests it has, the seconds from its first test to its last, and what its files took to load and to test, in seconds added up. */
export function timesOf(modules: readonly TestModule[]): string[] {
  const projects = new Map<string, Spent>();
  for (const module of modules) {
    const { name } = module.project;
    const spent = projects.get(name) ?? none();
    projects.set(name, spent);
    spent.files += 1;
    spent.loadingMs += loadingMs(module);
    spent.testingMs += module.diagnostic().duration;
    for (const test of module.children.allTests()) {
      spent.tests += 1;
      const { startTime, duration } = test.diagnostic() ?? {};
      if (startTime === undefined || duration === undefined) continue;
      spent.startMs = Math.min(spent.startMs, startTime);
      spent.endMs = Math.max(spent.endMs, startTime + duration);
    }
  }
  const lines = [...projects].map(([name, { files, tests, loadingMs, testingMs, startMs, endMs }]) =>
    [
      seconds(Math.max(0, endMs - startMs)),
      `${name}: ${tests} tests in ${files} files`,
      `loading ${seconds(loadingMs)}, testing ${seconds(testingMs)}`,
    ].join("  "),
  );
  return lines.length === 0 ? [] : ["", "Time of each project", ...lines];
}

/** The slowest tests, and the slowest files with what they take to load. */
export function slowest(modules: readonly TestModule[]): string[] {
  const tests = modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => ({
      ms: test.diagnostic()?.duration ?? 0,
      name: `${module.project.name}: ${relative(process.cwd(), module.moduleId)} > ${test.fullName}`,
    })),
  );
  const files = modules.map((module) => ({
    ms: loadingMs(module) + module.diagnostic().duration,
    name: `${module.project.name}: ${relative(process.cwd(), module.moduleId)}`,
  }));
  if (tests.length === 0) return [];
  return ["", "The ten slowest tests", ...worst(tests), "", "The ten slowest files", ...worst(files), ""];
}

function worst(all: readonly { readonly ms: number; readonly name: string }[]): string[] {
  const sorted = all.toSorted((one, other) => other.ms - one.ms).slice(0, told);
  return sorted.map(({ ms, name }) => `${seconds(ms)}  ${name}`);
}

function loadingMs(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration } = module.diagnostic();
  return environmentSetupDuration + prepareDuration + setupDuration + collectDuration;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1).padStart(7)} s`;
}

function none(): Spent {
  return { files: 0, tests: 0, loadingMs: 0, testingMs: 0, startMs: Number.POSITIVE_INFINITY, endMs: 0 };
}
