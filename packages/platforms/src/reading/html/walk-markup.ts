import { AppError } from '@bowerbird/contract/errors';
import { Parser, type ParserOptions } from 'htmlparser2';

/** Callbacks for a page's markup, in order. */
export interface MarkupHandler {
  /** `inside` is where the element's content begins in the page. */
  onopentag?(name: string, attributes: Record<string, string>, inside: number): void;
  ontext?(text: string): void;
  /** `end` is where the element's content ends; the page's length for an element that the page does not close. */
  onclosetag?(name: string, end: number): void;
}

/**
 * Elements open at this depth are treated as closed: the parser's work grows with the square of the depth, and browsers
 * flatten such pages too.
 */
const deepest = 256;

/** Largest number of elements and attributes of one page; shop pages have some thousands. */
export const partsMax = 500_000;

/** Elements whose content is text: a page is not split there. */
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
  for (let from = 0; from < html.length; ) {
    from += walkUntilDeep(from === 0 ? html : html.slice(from), from, handler, options, count);
  }
}

/** Returns how much was walked: everything, or the part before the place where the nesting became too deep. */
function walkUntilDeep(
  html: string,
  from: number,
  handler: MarkupHandler,
  options: ParserOptions,
  count: () => void,
): number {
  let depth = 0;
  let isOver = false;
  let walked = html.length;
  const parser = new Parser(
    {
      onattribute: count,
      onopentag(name, attributes) {
        count();
        depth += 1;
        handler.onopentag?.(name, attributes, from + parser.endIndex + 1);
        if (depth > deepest && !ofText.has(name)) {
          walked = parser.endIndex + 1;
          parser.pause();
        }
      },
      ontext: (text) => handler.ontext?.(text),
      onclosetag(name) {
        depth -= 1;
        handler.onclosetag?.(name, from + (isOver ? html.length : parser.startIndex));
      },
    },
    options,
  );
  parser.write(html);
  if (walked === html.length) {
    isOver = true;
    parser.end();
  }
  return walked;
}
