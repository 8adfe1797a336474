import { plainText } from '../../html-text.ts';

/** A description longer than this is none. */
const innerMax = 200_000;

/** Where the element that is open here is closed, elements of its own name inside it counted; null where it is not. */
export function closingTag(html: string, from: number, name: string): number | null {
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

/** The first letters of a text or of markup, without spaces and marks. */
export function plainStart(html: string, letters: number): string {
  return plainText(html.slice(0, 20_000))
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, letters)
    .toLowerCase();
}
