const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  zwj: '',
  zwnj: '',
};

/** Inline elements: their tags do not separate words. */
const inline = /^<\/?(?:a|abbr|b|bdi|bdo|em|font|i|mark|small|span|strong|sub|sup|u|wbr)(?![\w-])/i;

/**
 * Returns the text that a reader sees of HTML, in one pass even for broken HTML. Tags inside a word do not separate it:
 * `Ni<b>ke</b>` becomes one word. Incomplete tags count as text.
 */
export function readableText(html: string): string {
  let text = '';
  let at = 0;
  let noMoreComments = false;
  for (;;) {
    const start = html.indexOf('<', at);
    if (start === -1) {
      return decoded(text + html.slice(at));
    }
    text += html.slice(at, start);
    const comment: number =
      !noMoreComments && html.startsWith('<!--', start) ? html.indexOf('-->', start + 4) : -1;
    noMoreComments ||= comment === -1 && html.startsWith('<!--', start);
    const end = comment === -1 ? html.indexOf('>', start) : comment + 2;
    if (end === -1) {
      return decoded(text + html.slice(start));
    }
    // A tag can be as long as its name and attributes, so only its beginning is examined.
    text += comment === -1 && !inline.test(html.slice(start, start + 12)) ? ' ' : '';
    at = end + 1;
  }
}

/**
 * Decodes character references: numeric ones of every kind, and the named ones that are invisible or separate letters.
 */
function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') {
      return named[name.toLowerCase()] ?? whole;
    }
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}
