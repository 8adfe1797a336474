/**
 * Text for which a pattern takes far longer than the length explains: `before`, then the same part repeated, then
 * `after`.
 */
export interface Slow {
  before: string;
  over: string;
  after: string;
}

/** One part of a pattern: a character, a class, or a group with its alternatives. */
interface Part {
  /** Characters that it matches; none for a group. */
  takes: string[];
  alternatives: Part[][];
  min: number;
  max: number;
}

const tried = [...'a0 \n<>"\'/.,:;-=&()[]{}_#@%$+*?!|\\A，é\t\r'];
const many = 20;

/**
 * Returns texts that make a pattern backtrack, if it ever does: for each part that repeats, what leads to it and then
 * what it matches, repeated; and the whole path to it, repeated. The end is something that hardly any pattern matches.
 */
export function attacksOn(source: string, flags: string): Slow[] {
  const found = new Map<string, Slow>();
  const add = (before: string, over: string) => {
    for (const after of ['\u0001', '\n\u0001']) {
      if (over !== '') {
        found.set(JSON.stringify([before, over, after]), { before, over, after });
      }
    }
  };
  const visit = (parts: readonly Part[], before: string): void => {
    let way = before;
    for (const part of parts) {
      if (part.max > many) {
        for (const over of overs(part)) {
          add(way, over);
        }
        add('', way + sampleOf({ ...part, min: 1 }));
      }
      for (const alternative of part.alternatives) {
        visit(alternative, way);
      }
      way += sampleOf(part);
    }
    add('', way);
  };
  for (const alternative of new Reader(source, flags).alternatives()) {
    visit(alternative, '');
  }
  return [...found.values()];
}

function overs({ takes, alternatives }: Part): string[] {
  return [
    ...takes,
    ...alternatives.map((parts) =>
      parts.map((part) => sampleOf({ ...part, min: Math.max(1, part.min) })).join(''),
    ),
  ];
}

function sampleOf({ takes, alternatives, min }: Part): string {
  const one = takes[0] ?? alternatives[0]?.map(sampleOf).join('') ?? '';
  return one.repeat(Math.min(min, many));
}

/** Reads as much of a pattern's grammar as is needed to write texts for it. */
class Reader {
  #at = 0;
  readonly #source: string;
  readonly #flags: string;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags.replace(/[gy]/g, '');
  }

  alternatives(): Part[][] {
    const all: Part[][] = [[]];
    while (this.#at < this.#source.length && this.#source[this.#at] !== ')') {
      if (this.#source[this.#at] === '|') {
        this.#at += 1;
        all.push([]);
      } else {
        all.at(-1)?.push(this.#part());
      }
    }
    return all;
  }

  #part(): Part {
    const start = this.#at;
    const sign = this.#source[this.#at];
    let part: Pick<Part, 'takes' | 'alternatives'>;
    if (sign === '(') {
      this.#skip(/^\((\?(<?[=!]|:|<\w+>|[a-z]*(-[a-z]+)?:))?/);
      part = { takes: [], alternatives: this.alternatives() };
      this.#at += 1;
    } else {
      this.#skip(
        sign === '['
          ? this.#classForm()
          : /^\\(u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|[pP]\{[^}]*\}|k<\w+>|c[A-Za-z]|[\s\S])|^[\s\S]/iu,
      );
      part = { takes: this.#takenBy(this.#source.slice(start, this.#at)), alternatives: [] };
    }
    return { ...part, ...this.#times() };
  }

  /** With the flag `v`, classes can be nested. */
  #classForm(): RegExp {
    const inner = String.raw`(?:\\[\s\S]|[^\[\]\\])*`;
    return this.#flags.includes('v')
      ? new RegExp(`^\\[(?:${inner}\\[${inner}\\])*${inner}\\]`)
      : /^\[(\\[\s\S]|[^\]\\])*\]/;
  }

  #skip(form: RegExp): void {
    this.#at += form.exec(this.#source.slice(this.#at))?.[0].length ?? 1;
  }

  #takenBy(one: string): string[] {
    if (/^[$^]$|^\\[bBk\d]/.test(one)) {
      return [];
    }
    const whole = new RegExp(`^(?:${one})$`, this.#flags);
    const own = one.startsWith('[') ? [...one] : [one.replace(/^\\(?=[^a-z\d])/i, '')];
    return [...new Set([...own, ...tried])].filter((each) => whole.test(each));
  }

  #times(): Pick<Part, 'min' | 'max'> {
    const rest = this.#source.slice(this.#at);
    const [whole = '', sign = '', least = '', comma, most] =
      /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(rest) ?? [];
    this.#at += whole.length;
    if (sign !== '') {
      return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY };
    }
    if (whole === '') {
      return { min: 1, max: 1 };
    }
    const min = Number(least);
    return { min, max: comma === undefined ? min : most ? Number(most) : Number.POSITIVE_INFINITY };
  }
}
