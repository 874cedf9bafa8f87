import { type AST, RegExpParser } from "@eslint-community/regexpp";

/** Characters that patterns tell apart; the first that fits stands for its class. */
const samples = [
  ..."a0A-._ +/@:,=%!~\"'()*#",
  ...["z", "9", "Z", "1", "x", "\n", "\t", "\u0001", "\u00e9", "\u0301", "\u6f22", "\u202e", "\ufdfa", "\u{1f600}"],
];

/** Quantifiers that may repeat less often than this cost little, however they backtrack. */
const fewest = 8;

/** How many characters, and how many alternatives, one repetition is filled with in turn. */
const mostUnits = 4;

type Atom = AST.Character | AST.CharacterClass | AST.CharacterSet | AST.ExpressionCharacterClass;

function isAtom(node: AST.Node): node is Atom {
  return ["Character", "CharacterClass", "CharacterSet", "ExpressionCharacterClass"].includes(node.type);
}

/** Everything of a pattern that stands in it, whole ones before their parts. */
function partsOf(node: AST.Node): AST.Node[] {
  const inner =
    node.type === "Quantifier"
      ? [node.element]
      : "alternatives" in node && node.type !== "ClassStringDisjunction"
        ? node.alternatives
        : node.type === "Alternative"
          ? node.elements
          : [];
  return [node, ...inner.flatMap((each: AST.Node) => partsOf(each))];
}

/** One pattern, and the characters that each of its places takes. */
class Pattern {
  readonly #tree: AST.Pattern;
  readonly #flags: string;
  readonly #taken = new Map<string, readonly string[]>();

  constructor({ source, flags }: RegExp) {
    this.#flags = flags;
    const { unicode, unicodeSets } = new RegExp(source, flags);
    this.#tree = new RegExpParser().parsePattern(source, 0, source.length, { unicode, unicodeSets });
  }

  get quantifiers(): AST.Quantifier[] {
    return partsOf(this.#tree).filter((node) => node.type === "Quantifier" && node.max >= fewest) as AST.Quantifier[];
  }

  get #atoms(): Atom[] {
    return partsOf(this.#tree).filter(isAtom);
  }

  /** The samples that a place takes, those first that most places take: what can be read in two ways is read again and again. */
  #takenBy(atom: Atom): readonly string[] {
    const known = this.#taken.get(atom.raw);
    if (known) return known;
    const one = new RegExp(`^${atom.raw}$`, this.#flags);
    const named = atom.type === "CharacterClass" ? atom.elements : [atom];
    const own = named.flatMap((each) =>
      each.type === "Character" ? [each.value] : each.type === "CharacterClassRange" ? [each.min.value] : [],
    );
    const found = [...samples, ...own.map((value) => String.fromCodePoint(value))].filter((each) => one.test(each));
    this.#taken.set(atom.raw, found);
    const popular = (text: string) => this.#atoms.filter((each) => this.#takenBy(each).includes(text)).length;
    const sorted = found.toSorted((a, b) => popular(b) - popular(a));
    this.#taken.set(atom.raw, sorted);
    return sorted;
  }

  /** Characters of a place of which each is taken by other places of the pattern than the one before. */
  #unlike(atom: Atom): string[] {
    const places = (text: string) =>
      this.#atoms.map((each) => (this.#takenBy(each).includes(text) ? "1" : "0")).join("");
    const found = new Map(
      this.#takenBy(atom)
        .map((text) => [places(text), text] as const)
        .toReversed(),
    );
    return [...found.values()].toReversed();
  }

  /** The least that a part takes, with `pump` in place of one quantifier. */
  text(node: AST.Node = this.#tree, pump?: { readonly at: AST.Quantifier; readonly text: string }): string {
    if (isAtom(node)) return this.#takenBy(node)[0] ?? "";
    if (node.type === "Quantifier") {
      if (node === pump?.at) return pump.text;
      const holds = pump && node.start <= pump.at.start && pump.at.end <= node.end;
      return this.text(node.element, pump).repeat(holds ? Math.max(node.min, 1) : node.min);
    }
    if (node.type === "Alternative") return node.elements.map((each) => this.text(each, pump)).join("");
    if (node.type === "Group" || node.type === "CapturingGroup" || node.type === "Pattern") {
      const holding = node.alternatives.find(({ start, end }) => pump && start <= pump.at.start && pump.at.end <= end);
      return this.text(holding ?? node.alternatives[0], pump);
    }
    // What looks around takes nothing; a repetition in it stands there in its place.
    const holds = node.type === "Assertion" && pump && node.start <= pump.at.start && pump.at.end <= node.end;
    return holds && "alternatives" in node ? node.alternatives.map((each) => this.text(each, pump)).join("") : "";
  }

  /** What one repetition of a quantifier may be. */
  unitsOf({ element }: AST.Quantifier): string[] {
    if (isAtom(element)) return this.#unlike(element).slice(0, mostUnits);
    if (element.type !== "Group" && element.type !== "CapturingGroup") return [];
    const units = element.alternatives.flatMap((each) => {
      const inner = partsOf(each).filter((part) => part.type === "Quantifier") as AST.Quantifier[];
      const once = inner.map((at) => this.text(each, { at, text: this.text(at.element) }));
      return [this.text(each), ...once];
    });
    return [...new Set(units)].filter((unit) => unit !== "").slice(0, mostUnits);
  }

  /** Characters that a text which has been taken so far cannot end with: one that no place takes, and one that other places take. */
  endsOf(quantifier: AST.Quantifier): string[] {
    const atoms = this.#atoms;
    const inside = partsOf(quantifier).filter(isAtom);
    const no = (places: readonly Atom[]) =>
      samples.find((each) => !places.some((at) => this.#takenBy(at).includes(each)));
    return [...new Set([no(atoms) ?? "\n", no(inside) ?? "\n"])];
  }
}

/** Texts up to a limit, as `size` counts them, that a pattern takes up to their last character: each of its repetitions is filled in turn, with each kind of character that it takes. */
export function nearMissesOf(pattern: RegExp, limit: number, size = (text: string) => text.length): string[] {
  const read = new Pattern(pattern);
  const texts = read.quantifiers.flatMap((at) =>
    read.unitsOf(at).flatMap((unit) =>
      read.endsOf(at).flatMap((end) => {
        const room = limit - size(read.text(undefined, { at, text: "" })) - size(end);
        const times = Math.min(at.max, Math.floor(room / size(unit)));
        return times < 1 ? [] : [`${read.text(undefined, { at, text: unit.repeat(times) })}${end}`];
      }),
    ),
  );
  return [...new Set(texts)];
}
