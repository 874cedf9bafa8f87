import { describe, expect, test } from "vitest";
import { readLogo } from "../../../functions/domain/tenants/logo.ts";
import { aJpeg, aPng, aZip, bytesOf } from "../../support/core/files.ts";

describe("a logo", () => {
  test("is what its bytes say, with its size", () => {
    expect(readLogo(aPng(120, 40))).toEqual({ contentType: "image/png", width: 120, height: 40 });
    expect(readLogo(aJpeg)).toEqual({ contentType: "image/jpeg", width: 16, height: 8 });
  });

  test("is read no further than it goes: a segment without a length, and filling bytes to its end", () => {
    const picture = aJpeg.slice(2);
    const empty = bytesOf([0xff, 0xd8], [0xff, 0xe0, 0, 0], picture);
    expect(readLogo(empty)).toEqual(readLogo(aJpeg));
    const filled = bytesOf([0xff, 0xd8], [0xff, 0xe0, 0, 0], [0, 0], picture, Buffer.alloc(8, 0xff));
    expect(readLogo(filled)).toEqual(expect.any(String));
  });

  test("may be 1200 pixels on its longer side, and 64 KB, to the byte", () => {
    expect(readLogo(aPng(1200, 1))).toEqual({ contentType: "image/png", width: 1200, height: 1 });
    expect(readLogo(aPng(1, 1200))).toEqual({ contentType: "image/png", width: 1, height: 1200 });
    expect(readLogo(aPng(3, 1201))).toBe("has 3 x 1201 pixels, and may have 1200 on its longer side");
    expect(readLogo(Buffer.alloc(64 * 1024 + 1))).toBe("is over 64 KB");
    expect(readLogo(Buffer.alloc(64 * 1024))).toBe("is neither PNG nor JPEG");
  });

  test.each<[string, Uint8Array, string]>([
    ["nothing", bytesOf(""), "neither PNG nor JPEG"],
    ["an SVG", bytesOf('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), "neither"],
    ["a GIF", bytesOf("GIF89a", [1, 0, 1, 0, 0, 0, 0]), "neither PNG nor JPEG"],
    ["an archive", aZip, "neither PNG nor JPEG"],
    ["a cut-off PNG", aPng(10, 10).slice(0, -8), "cut off"],
    ["a cut-off JPEG", aJpeg.slice(0, 60), "cut off"],
    ["a PNG with an archive behind it", bytesOf(aPng(2, 2), aZip), "goes on after its end"],
    ["a PNG that claims billions of pixels", aPng(2, 2, [100_000, 100_000]), "larger than 50 megapixels"],
    ["a PNG that is too wide", aPng(1_201, 1), "has 1201 x 1 pixels, and may have 1200 on its longer side"],
    ["more than 64 KB", bytesOf(aPng(2, 2), Buffer.alloc(64 * 1024)), "is over 64 KB"],
  ])("is not %s", (_, bytes, problem) => {
    expect(readLogo(bytes)).toContain(problem);
  });
});
