import { createHash } from "node:crypto";

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** A ULID of the examples' time, the same for the same place in a reply. */
function ulidOf(place: number): string {
  const random = [...digest(`ulid ${place}`)].slice(0, 16).map((byte) => crockford[byte % 32]);
  return `01M7ZYKF7M${random.join("")}`;
}

const token = "EXAMPLE-TOKEN-no-key-to-anything-0000000000";

/** What is random or a secret in a reply, and what stands for it: the same in every run, and obviously made up. */
class Stand {
  readonly #places = new Map<string, number>();

  #place(found: string): number {
    const place = this.#places.get(found) ?? this.#places.size + 1;
    this.#places.set(found, place);
    return place;
  }

  #hex(found: string): string {
    return digest(`hash ${this.#place(found)}`).toString("hex");
  }

  in(text: string): string {
    return text
      .replaceAll(/\bslc_(test|live)_[0-9A-Z]{26}_\w{49}/g, (_, stage) => `slc_${stage}_EXAMPLE_NOT_A_KEY`)
      .replaceAll(/\bslc_(test|live)_[0-9A-Z]{6}\b/g, (_, stage) => `slc_${stage}_EXAMPL`)
      .replaceAll(/(?<=\bmock_scr_)[0-9a-f]{24}\b/g, (found) => this.#hex(found).slice(0, 24))
      .replaceAll(/\bwhsec_[A-Za-z0-9+/]{43}=/g, "whsec_EXAMPLENOTASECRETEXAMPLENOTASECRETEXAMPLE0=")
      .replaceAll(/(?<![0-9A-Za-z])[0-7][0-9A-HJKMNP-TV-Z]{25}(?![0-9A-Za-z])/g, (found) => ulidOf(this.#place(found)))
      .replaceAll(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g, (found) => this.#hex(found))
      .replaceAll(/(?<=\/)[\w-]{43}(?![\w-])/g, token)
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "https://files.example");
  }
}

function standIn(stand: Stand, value: unknown, name = ""): unknown {
  if (typeof value === "string") {
    if (name === "nextCursor") return "EXAMPLE-CURSOR-of-this-list-alone";
    if (name === "last4") return "0000";
    if (name === "policy" || name === "Policy") return "EXAMPLE-POLICY";
    return stand.in(value);
  }
  if (Array.isArray(value)) return value.map((each) => standIn(stand, each, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [stand.in(key), standIn(stand, each, key)]));
}

/** Of a document its beginning, of a file its first line: a whole one is no example. */
function shortened(value: unknown): unknown {
  if (typeof value === "string") return value.startsWith("%PDF") ? value.slice(0, 8) : value;
  const { openapi, info } = value as { openapi?: unknown; info?: unknown };
  return openapi === undefined ? value : { openapi, info, paths: {} };
}

/** A reply as its document shows it. */
export function shownReply(value: unknown): unknown {
  return standIn(new Stand(), shortened(value));
}
