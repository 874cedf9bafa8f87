import { describe, expect, test } from "vitest";
import { safeFilename } from "../../../functions/domain/core/file-name.ts";
import { type FileType, fileTypeProblem, fileTypes, jpegSize } from "../../../functions/domain/core/file-type.ts";
import { aJpeg, aPdf, aPng, aZip, bytesOf } from "../../support/core/files.ts";

const pdf = await aPdf(["hello"]);
const png = aPng(3, 2);
const page = "<!DOCTYPE html><script>alert(1)</script>";
const program = bytesOf("MZ", [0x90, 0, 3, 0, 0, 0], Buffer.alloc(64));

const genuine: readonly (readonly [FileType, string, Uint8Array])[] = [
  ["application/pdf", "a PDF", pdf],
  ["application/pdf", "a PDF after a few stray bytes", bytesOf("\r\n\r\n", pdf)],
  ["application/pdf", "a PDF with blanks after its end", bytesOf(pdf, " \r\n".repeat(200))],
  ["image/png", "a PNG image", png],
  ["image/jpeg", "a JPEG image", aJpeg],
  ["image/jpeg", "a JPEG image that a camera has added to", bytesOf(aJpeg, "SEFT", Buffer.alloc(500))],
  ["text/plain", "a text", Buffer.from("Dear Anna,\r\n\tthank you. Grüße, 深圳, 😀\f")],
  ["text/plain", "a text with a mark of its byte order", Buffer.from("\ufeffhello")],
  ["text/plain", "a text that begins like a program's mark", Buffer.from("MZ Trading Ltd. writes: Rar!")],
  ["text/plain", "a text about a web page", Buffer.from("See <html> below")],
];

describe("a file that is what it says", () => {
  test.each(genuine)("%s: %s", (contentType, _, bytes) => {
    expect(fileTypeProblem(bytes, contentType)).toBeUndefined();
  });
});

const disguised: readonly (readonly [FileType, string, Uint8Array, problem: string])[] = [
  ["application/pdf", "nothing", bytesOf(""), "the file is empty"],
  ["application/pdf", "a program", program, "the PDF begins like a Windows program"],
  ["application/pdf", "an ELF program", bytesOf([0x7f], "ELF"), "the PDF begins like a program"],
  ["application/pdf", "a web page", bytesOf(page), "the PDF begins like a web page"],
  ["application/pdf", "a web page before a PDF", bytesOf(page, pdf), "the PDF begins like a web page"],
  ["application/pdf", "a program before a PDF", bytesOf(program, pdf), "the PDF begins like a Windows program"],
  ["application/pdf", "a script before a PDF", bytesOf("#!/bin/sh\n", pdf), "the PDF begins like a script"],
  ["application/pdf", "a PDF far behind", bytesOf(" ".repeat(2_000), pdf), "the PDF has no header of a PDF"],
  ["application/pdf", "a PDF without its end", pdf.slice(0, -30), "the PDF has no end: it is cut off"],
  ["application/pdf", "a PDF and an archive", bytesOf(pdf, aZip), "the PDF is an archive as well"],
  [
    "application/pdf",
    "an Office file",
    bytesOf("PK", [3, 4], aZip),
    "the PDF begins like a ZIP archive or an Office file",
  ],
  ["application/pdf", "an image", png, "the PDF begins like a PNG image"],
  ["image/png", "a PDF", pdf, "the PNG image begins like a PDF"],
  ["image/png", "a JPEG image", aJpeg, "the PNG image begins like a JPEG image"],
  ["image/png", "an SVG image", bytesOf("<svg onload='alert(1)'/>"), "the PNG image begins like a web page"],
  ["image/png", "a signature alone", png.slice(0, 8), "the PNG image is cut off"],
  ["image/png", "half an image", png.slice(0, -5), "the PNG image is cut off"],
  ["image/png", "an image and a script", bytesOf(png, page), "the PNG image goes on after its end"],
  ["image/png", "an image and an archive", bytesOf(png, aZip), "the PNG image goes on after its end"],
  [
    "image/png",
    "a small file of huge size",
    aPng(1, 1, [60_000, 60_000]),
    "the PNG image is larger than 50 megapixels",
  ],
  ["image/png", "an image without a size", aPng(1, 1, [0, 9]), "the PNG image is an image without a size"],
  ["image/jpeg", "a GIF image", bytesOf("GIF89a"), "the JPEG image begins like a GIF image"],
  ["image/jpeg", "a mark alone", bytesOf([0xff, 0xd8, 0xff]), "the JPEG image is cut off"],
  ["image/jpeg", "half an image", aJpeg.slice(0, -2), "the JPEG image is cut off"],
  ["image/jpeg", "an image and an archive", bytesOf(aJpeg, aZip), "the JPEG image is an archive as well"],
  ["text/plain", "a web page", bytesOf("\n", page), "the text file begins like a web page"],
  ["text/plain", "a script", bytesOf("#!/usr/bin/env node"), "the text file begins like a script"],
  ["text/plain", "a PDF", pdf, "the text file begins like a PDF"],
  ["text/plain", "a program", program, "the text file is not UTF-8"],
  ["text/plain", "latin-1", bytesOf("Gr\u00fc\u00dfe"), "the text file is not UTF-8"],
  ["text/plain", "a NUL", bytesOf("a\0b"), "the text file has the control character U+0000"],
  ["text/plain", "a terminal's colours", bytesOf("\u001b[31m"), "the text file has the control character U+001B"],
];

describe("a file that is something else", () => {
  test.each(disguised)("%s: %s", (contentType, _, bytes, problem) => {
    expect(fileTypeProblem(bytes, contentType)).toBe(problem);
  });

  test("is told as a problem, never as an error, however short it is cut", () => {
    for (const [contentType, , bytes] of genuine)
      for (let length = 0; length < Math.min(bytes.length, 400); length += 1)
        for (const input of [contentType, ...fileTypes])
          expect(() => fileTypeProblem(bytes.slice(0, length), input)).not.toThrow();
  });
});

describe("the limits of a file", () => {
  const end = (comment: number, more = "") =>
    bytesOf("PK", [5, 6], Buffer.alloc(16), [comment & 0xff, comment >> 8], more);

  test.each([
    ["a header 1024 bytes in", bytesOf(" ".repeat(1_024), pdf), undefined],
    ["a header one byte farther", bytesOf(" ".repeat(1_025), pdf), "the PDF has no header of a PDF"],
    ["an end 1024 bytes before the last", bytesOf("%PDF-1.7 %%EOF", " ".repeat(1_019)), undefined],
    ["an end one byte farther", bytesOf("%PDF-1.7 %%EOF", " ".repeat(1_020)), "the PDF has no end: it is cut off"],
    ["a directory of an archive at its end", bytesOf("%PDF- %%EOF", end(0)), "the PDF is an archive as well"],
    ["one with a comment", bytesOf("%PDF- %%EOF", end(4, "note")), "the PDF is an archive as well"],
    ["one whose comment is longer than the file", bytesOf("%PDF- %%EOF", end(5, "note")), undefined],
    ["half of one", bytesOf("%PDF- %%EOF", end(0)).slice(0, -1), undefined],
  ])("of a PDF: %s", (_, bytes, problem) => {
    expect(fileTypeProblem(bytes, "application/pdf")).toBe(problem);
  });

  test.each([
    [7_071, 7_071, undefined],
    [7_072, 7_072, "the PNG image is larger than 50 megapixels"],
    [9, 0, "the PNG image is an image without a size"],
  ])("of a PNG image: %i by %i", (width, height, problem) => {
    expect(fileTypeProblem(aPng(1, 1, [width, height]), "image/png")).toBe(problem);
  });

  const segment = (marker: number, ...body: number[]) => [0xff, marker, 0, body.length + 2, ...body];
  const sized = (marker: number) => segment(marker, 8, 0, 3, 0, 5, 1);
  const picture = [...segment(0xda, 1, 2), 7, 0xff, 0, 0xff, 0xd9];
  const jpeg = (...parts: number[][]) => jpegSize(Buffer.from([0xff, 0xd8, ...parts.flat()]));

  test.each([0xc0, 0xc1, 0xc5, 0xc9, 0xcf])("of a JPEG image: its size is in segment %i", (marker) => {
    expect(jpeg(segment(0xe0, 1), sized(marker), picture)).toEqual([5, 3]);
  });

  test.each([0xbf, 0xc4, 0xc8, 0xcc, 0xd0])("of a JPEG image: its size is not in segment %i", (marker) => {
    expect(jpeg(sized(marker), picture)).toEqual([0, 0]);
  });

  test("of a JPEG image: filling between segments means nothing, and what is cut off is told", () => {
    expect(jpeg([0xff, 0xff], sized(0xc0), picture)).toEqual([5, 3]);
    expect(jpeg(sized(0xc0), picture.slice(0, -1))).toBe("is cut off");
    expect(jpeg(sized(0xc0))).toBe("is cut off");
    expect(jpeg(sized(0xc0), [0, ...picture])).toBe("is cut off");
    for (const wrong of [
      [0, 0xd8, 0xff],
      [0xff, 0, 0xff],
      [0xff, 0xd8, 0],
    ])
      expect(jpegSize(Buffer.from(wrong))).toBe("has no header of a JPEG image");
  });
});

describe("a file's name", () => {
  test.each([
    ["invoice 7.pdf", "invoice 7.pdf"],
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\anna\\photo.jpg", "photo.jpg"],
    [".htaccess", "htaccess"],
    ["a\r\nX-Evil: 1.pdf", "aX-Evil: 1.pdf"],
    ["photo\u202egpj.exe", "photogpj.exe"],
    ["深圳.pdf", "深圳.pdf"],
    ["", "file"],
    ["..", "file"],
    [`${"x".repeat(500)}.pdf`, `${"x".repeat(120)}.pdf`],
  ])("%j becomes %j", (given, name) => {
    expect(safeFilename(given)).toBe(name);
  });
});
