import { plainText } from './html-text.ts';

const beginning =
  /<(div|section|article)\b[^<>]{0,400}?(?:itemprop=["']?description\b|class=["'][^"'<>]{0,200}(?<![\w-])(?:product-single__description|product__description|product-description|product-detail[\w-]{0,40}description)(?![\w-]))[^<>]{0,400}>/gi;
const triesMax = 5;
/** Number of letters of the other format's text with which the displayed description must begin. */
const sameStart = 30;

/**
 * Returns the product's description with its markup, as the page shows it; null when none begins like `text`, which
 * another format gives without markup.
 */
export function shownDescription(html: string, text: string): string | null {
  const wanted = plainStart(text, sameStart);
  if (wanted.length < 10) {
    return null;
  }
  const found = html.matchAll(beginning);
  for (let tried = 0; tried < triesMax; tried += 1) {
    const { value, done } = found.next();
    if (done || value === undefined) {
      return null;
    }
    const start = value.index + value[0].length;
    const end = closingTag(html, start, value[1] ?? 'div');
    const inner = end === null ? null : html.slice(start, end).trim();
    if (inner !== null && plainStart(inner, sameStart).startsWith(wanted)) {
      return inner;
    }
  }
  return null;
}

/** Longest accepted description, in characters. */
const innerMax = 200_000;

/**
 * Returns where the element that is open here closes, counting nested elements of the same name; null when it does not
 * close.
 */
function closingTag(html: string, from: number, name: string): number | null {
  const tag = new RegExp(`<(/?)${name}(?=[\\s>/])`, 'gi');
  tag.lastIndex = from;
  let depth = 1;
  for (let found = tag.exec(html); found !== null && found.index - from < innerMax; found = tag.exec(html)) {
    depth += found[1] === '/' ? -1 : 1;
    if (depth === 0) {
      return found.index;
    }
  }
  return null;
}

/** Returns the first letters of a text or of markup, without spaces and tags. */
function plainStart(html: string, letters: number): string {
  return plainText(html.slice(0, 20_000))
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, letters)
    .toLowerCase();
}
