// Who may import whom. A room is a folder; what is not listed for a room is forbidden to it.
const rooms = "^(functions/[^/]+|stages|lib|bin|test)/";

/** Forbids `room` every file of the project outside `allowed`. */
function mayImport(room, allowed, comment) {
  return {
    name: `${room.replace("functions/", "")}-imports`,
    severity: "error",
    comment,
    from: { path: `^${room}/` },
    to: { path: rooms, pathNot: [`${room}/`, ...allowed].map((path) => `^${path}`) },
  };
}

/** Forbids `room` every package and every part of Node but `allowed`. */
function mayUse(room, allowed, comment) {
  return {
    name: `${room.replace("functions/", "")}-uses`,
    severity: "error",
    comment,
    from: { path: `^${room}/` },
    to: { dependencyTypes: ["npm", "npm-dev", "npm-optional", "npm-no-pkg", "npm-unknown", "core"], pathNot: allowed },
  };
}

/** The nouns, low to high: within domain and app a noun imports itself and the nouns before it. */
const nouns = [
  ...["core", "addresses", "tenants", "rails", "gate", "invoicing", "review", "audit", "webhooks", "settlement"],
  ...["disputes", "escrow", "onboarding", "access", "screening", "reconciliation", "checkout", "mail", "site"],
  ...["console", "operations"],
];

const nounOrder = nouns.map((noun, at) => ({
  name: `${noun}-imports-downward`,
  severity: "error",
  comment: `the nouns in their order: ${nouns.join(", ")}`,
  from: { path: `^functions/(domain|app)/${noun}/` },
  to: { path: `^functions/(domain|app)/(${nouns.slice(at + 1).join("|") || "-"})/` },
}));

const reached = ["functions/app/", "functions/contract/", "functions/domain/", "functions/http/", "functions/wiring/"];
const zod = "node_modules/zod/";
const likeness = "node_modules/@skyra/jaro-winkler/";
const addresses = "node_modules/(@(noble/hashes|scure/base)|ipaddr[.]js)/";

module.exports = {
  forbidden: [
    mayImport("functions/domain", [], "domain is pure: nothing that can fail, wait or look at a clock"),
    mayUse(
      "functions/domain",
      [zod, likeness, addresses],
      "domain uses zod, one function that compares texts, and the arithmetic of addresses",
    ),
    mayImport("functions/app", ["functions/domain/"], "app knows the world only as the types in its ports files"),
    mayUse(
      "functions/app",
      [zod, "^(node:)?(crypto|zlib)$"],
      "app calls nothing outside; hashes and checksums are arithmetic",
    ),
    mayImport("functions/http", ["functions/app/", "functions/domain/"], "http is the handler frame"),
    mayImport(
      "functions/contract",
      [
        "functions/domain/",
        "functions/http/(field-rules|link-places|openapi|operation|operation-types|printable|schemas)[.]ts",
      ],
      "the contract names schemas and refusals; it knows no use case and no handler",
    ),
    mayImport("functions/api", reached, "a handler imports no adapter and no other room's handlers"),
    mayImport("functions/steps", reached, "a task imports no adapter and no handler"),
    mayImport("functions/events", reached, "a consumer imports no adapter and no handler"),
    mayImport("functions/pages", reached, "a page imports no adapter and no other room's handlers"),
    mayImport(
      "functions/adapters",
      ["functions/app/[^/]+/ports[-a-z]*[.]ts", "functions/domain/"],
      "an adapter imports port types and domain schemas, and never decides",
    ),
    mayImport(
      "functions/wiring",
      ["functions/adapters/", "functions/app/", "functions/domain/", "functions/http/"],
      "wiring picks adapters for the handlers and does not know them",
    ),
    mayImport(
      "lib",
      [
        "functions/contract/",
        "functions/http/(gateway-reply|operation)[.]ts",
        "functions/app/[^/]+/ports[-a-z]*[.]ts",
        "functions/domain/",
      ],
      "lib imports the contract as data and handlers by path",
    ),
    mayImport("stages", ["lib/stage/file[.]ts"], "a stage is settings and their type"),
    mayUse("stages", [], "a stage is settings: nothing to compute"),
    mayImport(
      "bin",
      [
        "lib/",
        "functions/(contract|app|domain|http)/",
        "functions/wiring/(core/(command|stored-row)|operations/seal-rows|screening/import-lists)[.]ts",
      ],
      "bin starts things; it picks no adapter and takes nothing from the tests; what a command works with on a deployment of the operator's choice is wired without an environment",
    ),
    mayImport(
      "test",
      [
        "functions/",
        "lib/",
        "stages/",
        "bin/(build|lean-packages|stored-bundles|load-stage|openapi/lint|operate/(restored-table|privacy|operator-api|where)|sandbox/(forward|client|endpoints|launch|options|report|cost/[-a-z]+)|patterns/(literals|super-linear)|structure/(names|nouns|sources)|supply/[-a-z]+)[.]ts",
      ],
      "bin is imported by nobody; a test of what is deployed bundles it and reads its stage as a deployment does, what a restore does to a table is tried on an engine, what a command asks the operators' interface is tried on the real handlers, a sandbox is started for a benchmark, and the local host, the linters of documents, the rules of names and patterns and what is said of packages are held to what they promise",
    ),
    ...nounOrder,
    {
      name: "every-file-has-a-noun",
      severity: "error",
      comment: "a file of domain and app stands in the folder of a noun that the order knows",
      from: {},
      to: { path: "^functions/(domain|app)/", pathNot: `^functions/(domain|app)/(${nouns.join("|")})/` },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-unresolvable",
      severity: "error",
      comment: "what the benchmarks compare with is made of packages of its own",
      from: { pathNot: "^test/bench/peer/" },
      to: { couldNotResolve: true },
    },
    {
      name: "no-tools-in-lambdas",
      severity: "error",
      comment: "a Lambda bundles dependencies, never devDependencies or what package.json does not name",
      from: { path: "^functions/" },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
