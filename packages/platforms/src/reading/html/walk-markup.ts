import { AppError } from '@bowerbird/contract/errors';
import { Parser, type ParserOptions } from 'htmlparser2';

/** Callbacks for a page's markup, in order. */
export interface MarkupHandler {
  /** `inside` is where the element's content begins in the page. */
  onopentag?(name: string, attributes: Record<string, string>, inside: number): void;
  ontext?(text: string): void;
  /** `end` is where the element's content ends; the page's length for an element that the page does not close. */
  onclosetag?(name: string, end: number): void;
  /** Asked after each opening tag: true ends the walk there, and nothing more is called. */
  isOver?(): boolean;
}

/**
 * Elements open at this depth are treated as closed: the parser's work grows with the square of the depth, and browsers
 * flatten such pages too.
 */
const deepest = 256;

/** Largest number of elements and attributes of one page; shop pages have some thousands. */
export const partsMax = 500_000;

/** Elements whose content is text, except in SVG: a page is not split there. */
const ofText = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'noembed', 'noframes', 'plaintext']);

/**
 * Walks through markup in one pass, without building a tree, in time that grows only with its length, however deeply it
 * is nested. Tolerates damaged markup. Throws `source.answer-too-large` for a page of more than `partsMax` elements and
 * attributes.
 */
export function walkMarkup(html: string, handler: MarkupHandler, options: ParserOptions = {}): void {
  let parts = 0;
  const count = () => {
    parts += 1;
    if (parts > partsMax) {
      throw new AppError('source.answer-too-large', `more than ${partsMax} elements and attributes`);
    }
  };
  let next = placeOf(html, '<s', opening, 0);
  // Each place is searched for once, however often the walk begins again.
  const nextOpening = (from: number) => {
    next = next !== -1 && next < from ? placeOf(html, '<s', opening, from) : next;
    return next;
  };
  for (let from = 0; from < html.length; ) {
    from = walkUntilDeep({ html, begin: from, nextOpening }, handler, options, count);
  }
}

/** A page from the place where its walk begins; `nextOpening` returns where the next script or style may open. */
interface Rest {
  html: string;
  begin: number;
  nextOpening(from: number): number;
}

/** Contents that are passed on as they are: they may be half of a page, and the parser reads letter by letter. */
const opening = /<(?:script|style)[ \n\t\f\r/>]/y;
const closings = new Map([
  ['script', /<\/script[ \n\t\f\r/>]/iy],
  ['style', /<\/style[ \n\t\f\r/>]/iy],
]);

/**
 * Returns the first place from here on where `pattern` matches, which begins with `start`; -1 for none. Searching for a
 * text takes a tenth of the time of searching for a pattern.
 */
function placeOf(html: string, start: string, pattern: RegExp, from: number): number {
  for (let at = html.indexOf(start, from); at !== -1; at = html.indexOf(start, at + 1)) {
    pattern.lastIndex = at;
    if (pattern.test(html)) {
      return at;
    }
  }
  return -1;
}

/**
 * Returns where the walk ended: at the end of the page, where the handler ended it, or where the nesting became too
 * deep.
 */
function walkUntilDeep(
  { html, begin, nextOpening }: Rest,
  handler: MarkupHandler,
  options: ParserOptions,
  count: () => void,
): number {
  let depth = 0;
  let isWhole = false;
  let stopped: number | null = null;
  /** Place in the page of the parser's first character: contents that were passed on are not written to it. */
  let origin = begin;
  /** The end of the script or style that opened last, and its place in the page. */
  let raw: { closing: RegExp; inside: number } | null = null;
  const parser = new Parser(
    {
      onattribute: count,
      onopentag(name, attributes) {
        count();
        depth += 1;
        const inside = origin + parser.endIndex + 1;
        handler.onopentag?.(name, attributes, inside);
        const isForeign = parser.isInForeignContext();
        const closing = isForeign ? undefined : closings.get(name);
        raw = closing === undefined ? null : { closing, inside };
        if (handler.isOver?.() === true) {
          stopped = html.length;
          parser.pause();
        } else if (depth > deepest && (isForeign || !ofText.has(name))) {
          stopped = inside;
          parser.pause();
        }
      },
      ontext(text) {
        // Where a page ends inside a closing tag, the parser passes on text that it has passed on already.
        if (!isWhole || text.length <= parser.endIndex + 1 - parser.startIndex) {
          handler.ontext?.(text);
        }
      },
      onclosetag(name) {
        depth -= 1;
        handler.onclosetag?.(name, isWhole ? html.length : origin + parser.startIndex);
      },
    },
    options,
  );
  let written = begin;
  while (written < html.length && stopped === null) {
    const next = nextOpening(written);
    const tagEnd = next === -1 ? -1 : html.indexOf('>', next);
    const end = tagEnd === -1 ? html.length : tagEnd + 1;
    raw = null;
    parser.write(html.slice(written, end));
    written = end;
    const content = rawContent(html, raw, end);
    if (content !== null) {
      handler.ontext?.(content);
      origin += content.length;
      written += content.length;
    }
  }
  if (stopped === null) {
    isWhole = true;
    parser.end();
  }
  return stopped ?? html.length;
}

/** Returns what a script or a style contains whose tag ends here; null for other places, and for one that stays open. */
function rawContent(
  html: string,
  raw: { closing: RegExp; inside: number } | null,
  at: number,
): string | null {
  if (raw === null || raw.inside !== at) {
    return null;
  }
  const end = placeOf(html, '</', raw.closing, at);
  return end > at ? html.slice(at, end) : null;
}
