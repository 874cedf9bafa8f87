import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { describe, expect, test } from "vitest";
import { billOfMaterials } from "../../../bin/supply/bill-of-materials.ts";
import { type BundledPackage, packageFolderOf } from "../../../bin/supply/bundled-packages.ts";
import { refusedLicenses } from "../../../bin/supply/licenses.ts";

function aPackage(change: Partial<BundledPackage> = {}): BundledPackage {
  const sha512 = Buffer.alloc(64, 7).toString("base64");
  return { name: "zod", version: "4.6.7", license: "MIT", sha512, lambdas: ["pay"], needs: [], ...change };
}

const product = { name: "sluice", version: "1.0.0" };

describe("a bill of materials", () => {
  const packages = [
    aPackage({ name: "@aws-sdk/client-kms", version: "3.0.0", license: "Apache-2.0", needs: ["zod@4.6.7"] }),
    aPackage({ lambdas: ["pay", "docs"] }),
    aPackage({ name: "font", license: "MIT AND OFL-1.1", sha512: undefined }),
  ];
  const bill = billOfMaterials(product, packages);

  test("is CycloneDX 1.6 to the letter", async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(bill)).toBeNull();
    expect(await validator.validate(bill.replace('"library"', '"librarium"'))).not.toBeNull();
  });

  test("names each package by its address, hash, license and Lambdas", () => {
    expect(JSON.parse(bill).components).toContainEqual({
      ...{ type: "library", name: "zod", version: "4.6.7", "bom-ref": "zod@4.6.7", purl: "pkg:npm/zod@4.6.7" },
      hashes: [{ alg: "SHA-512", content: "07".repeat(64) }],
      licenses: [{ license: { id: "MIT" } }],
      properties: [
        { name: "sluice:lambda", value: "docs" },
        { name: "sluice:lambda", value: "pay" },
      ],
    });
    expect(bill).toContain('"purl": "pkg:npm/%40aws-sdk/client-kms@3.0.0"');
  });

  test("says what needs what: the product what nothing else does", () => {
    expect(JSON.parse(bill).dependencies).toEqual([
      { ref: "@aws-sdk/client-kms@3.0.0", dependsOn: ["zod@4.6.7"] },
      { ref: "font@4.6.7" },
      { ref: "sluice@1.0.0", dependsOn: ["@aws-sdk/client-kms@3.0.0", "font@4.6.7"] },
      { ref: "zod@4.6.7" },
    ]);
  });

  test("is the same whatever order its packages come in", () => {
    expect(billOfMaterials(product, packages.toReversed())).toBe(bill);
  });
});

describe("the package of a file", () => {
  test.each([
    ["node_modules/zod/v4/core.js", "node_modules/zod"],
    ["node_modules/@aws-sdk/client-kms/index.js", "node_modules/@aws-sdk/client-kms"],
    ["node_modules/pdfkit/node_modules/@noble/hashes/sha2.js", "node_modules/pdfkit/node_modules/@noble/hashes"],
    ["functions/api/settlement/pay.ts", undefined],
  ])("%s is %s", (file, folder) => {
    expect(packageFolderOf(file)).toBe(folder);
  });
});

describe("a license", () => {
  test.each(["MIT", "MIT OR GPL-3.0-only", "(BSD-2-Clause AND ISC)", "MIT AND OFL-1.1"])("%s is taken", (license) => {
    expect(refusedLicenses([aPackage({ license })])).toEqual([]);
  });

  test.each([
    "GPL-3.0-only",
    "AGPL-3.0-or-later",
    "MIT AND GPL-3.0-only",
    "SSPL-1.0",
    "SEE LICENSE IN LICENSE.txt",
    "UNLICENSED",
    "Apache-2.0 WITH LLVM-exception",
    "",
  ])("%j is refused until somebody has read it", (license) => {
    expect(refusedLicenses([aPackage({ license })])).toEqual([expect.stringContaining("zod@4.6.7 is under")]);
  });
});
