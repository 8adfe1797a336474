import { Parser } from 'htmlparser2';

/** Limits of trimming. */
export interface TrimLimits {
  /** Returns milliseconds from a monotonic clock. */
  now(): number;
  /** Time by `now` at which trimming ends with its current result. */
  until: number;
  /** Largest number of candidates that are tried. */
  tries: number;
}

/** An element with its position in the page and its content. */
interface Element {
  name: string;
  start: number;
  end: number;
  /** Its tag and its own text. */
  own: string;
  children: Element[];
  /** Whether it contains, itself or in a descendant, something that must stay. */
  holds: boolean;
}

interface Range {
  start: number;
  end: number;
}

/** Elements that no product reader uses; tried first, all at once. */
const idle = /^(?:style|svg|noscript|iframe|link|footer|nav|canvas|video|form)$/;
const stringMax = 400;

/**
 * Returns the page without irrelevant parts: removes elements, the largest first and many at once, as long as `same`
 * reports that the page is read as before. Parts that match `keep` stay, read or not, because the fixed reader may need
 * them. Limited in time; returns the smallest page found.
 */
export function trimmed(
  markup: string,
  same: (candidate: string) => boolean,
  keep: RegExp,
  limits: TrimLimits,
): string {
  let tries = limits.tries;
  const isSame = (candidate: string) => {
    tries -= 1;
    return same(candidate);
  };
  const goesOn = () => tries > 0 && limits.now() < limits.until;
  const roots = elementsOf(markup, keep);
  const gone: Range[] = [];

  /** Removes these elements when the page is still read as before; otherwise tries each half. */
  function leaveOut(elements: readonly Element[]): void {
    if (elements.length === 0 || !goesOn()) {
      return;
    }
    if (isSame(without(markup, [...gone, ...elements]))) {
      gone.push(...elements);
      return;
    }
    if (elements.length > 1) {
      const half = Math.ceil(elements.length / 2);
      leaveOut(elements.slice(0, half));
      leaveOut(elements.slice(half));
    }
  }

  leaveOut(all(roots).filter(({ name, holds }) => idle.test(name) && !holds));
  for (let level = roots; level.length > 0 && goesOn(); ) {
    const left = level.filter((element) => !isInside(element, gone));
    leaveOut(left.filter(({ holds }) => !holds));
    level = left.filter((element) => !isInside(element, gone)).flatMap(({ children }) => children);
  }
  const rest = withoutIdleText(without(markup, gone));
  const smaller = isSame(rest) ? rest : without(markup, gone);
  const shorter = withShortStrings(smaller);
  return shorter.length < smaller.length && isSame(shorter) ? shorter : smaller;
}

function elementsOf(markup: string, keep: RegExp): Element[] {
  const roots: Element[] = [];
  const open: Element[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      const said = Object.entries(attributes).map(([key, value]) => `${key}="${value}"`);
      const element: Element = {
        name,
        start: parser.startIndex,
        end: markup.length,
        own: `${name} ${said.join(' ')}`,
        children: [],
        holds: false,
      };
      (open.at(-1)?.children ?? roots).push(element);
      open.push(element);
    },
    ontext(text) {
      const inside = open.at(-1);
      if (inside) {
        inside.own += text;
      }
    },
    onclosetag() {
      const element = open.pop();
      if (element) {
        element.end = parser.endIndex + 1;
        element.holds ||= keep.test(element.own) || element.children.some(({ holds }) => holds);
        element.own = '';
      }
    },
  });
  parser.write(markup);
  parser.end();
  return roots;
}

function all(elements: readonly Element[]): Element[] {
  const found: Element[] = [];
  for (let level: Element[] = [...elements]; level.length > 0; ) {
    // Only the outermost elements: their content is removed with them.
    found.push(...level.filter(({ name }) => idle.test(name)));
    level = level.filter(({ name }) => !idle.test(name)).flatMap(({ children }) => children);
  }
  return found;
}

function isInside({ start, end }: Range, gone: readonly Range[]): boolean {
  return gone.some((range) => range.start <= start && end <= range.end);
}

function without(markup: string, ranges: readonly Range[]): string {
  let kept = '';
  let at = 0;
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    if (start >= at) {
      kept += markup.slice(at, start);
    }
    at = Math.max(at, end);
  }
  return kept + markup.slice(at);
}

/** Removes comments and empty lines. A conditional comment for old browsers is kept. */
function withoutIdleText(markup: string): string {
  let kept = '';
  let at = 0;
  for (let start = markup.indexOf('<!--'); start !== -1; start = markup.indexOf('<!--', at)) {
    const end = markup.indexOf('-->', start + 4);
    if (end === -1) {
      break;
    }
    kept += markup.slice(at, markup.startsWith('<!--[', start) ? end + 3 : start);
    at = end + 3;
  }
  return (kept + markup.slice(at)).replaceAll(/\n[ \t\r]*(?=\n)/g, '');
}

/** Shortens long texts in a page's state to their beginnings. Never cuts an escape sequence in two. */
function withShortStrings(markup: string): string {
  let kept = '';
  let at = 0;
  for (let start = markup.indexOf('"'); start !== -1; start = markup.indexOf('"', at)) {
    const end = endOfString(markup, start + 1);
    const text = markup.slice(start + 1, end);
    const isLong = markup[end] === '"' && text.length > stringMax;
    const begun = isLong ? text.slice(0, stringMax / 2).replace(/(?<!\\)\\+(?:u[\da-f]{0,3})?$/i, '') : text;
    kept += `${markup.slice(at, start)}"${begun}${markup[end] ?? ''}`;
    at = end + 1;
  }
  return kept + markup.slice(at);
}

/** Returns where a text that began here ends: at its quote, or at a character that no text in a state contains. */
function endOfString(markup: string, from: number): number {
  for (let at = from; at < markup.length; at += 1) {
    const sign = markup[at];
    if (sign === '\\') {
      at += 1;
    } else if (sign === '"' || sign === '\n' || sign === '<') {
      return at;
    }
  }
  return markup.length;
}
