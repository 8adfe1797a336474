import sanitizeHtml from 'sanitize-html';
import { filmAt } from '../life/film-frame.ts';

export interface CleanHtml {
  html: string;
  /** What was removed, most frequent first. */
  removed: { name: string; count: number }[];
}

const tags = [
  'p',
  'br',
  'hr',
  'div',
  'span',
  'section',
  'article',
  'header',
  'footer',
  'figure',
  'figcaption',
  'blockquote',
  'pre',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'a',
  'img',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'del',
  'ins',
  'mark',
  'small',
  'sub',
  'sup',
  'code',
  'abbr',
  'cite',
  'q',
  'font',
  'center',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'table',
  'caption',
  'colgroup',
  'col',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
  'details',
  'summary',
  'image',
  'source',
];

const attributes: Record<string, string[]> = {
  '*': ['style', 'title', 'lang', 'dir', 'align'],
  a: ['href', 'target', 'rel'],
  img: ['src', 'alt', 'width', 'height', 'loading'],
  source: ['media', 'type'],
  font: ['color', 'size', 'face'],
  ol: ['start', 'type', 'reversed'],
  table: ['width', 'border', 'cellpadding', 'cellspacing'],
  col: ['span', 'width'],
  colgroup: ['span'],
  th: ['colspan', 'rowspan', 'scope', 'width', 'height', 'valign'],
  td: ['colspan', 'rowspan', 'width', 'height', 'valign'],
};

/** No `url()` or `expression()`, nothing that loads from outside the text or overlays the page. */
const plainValue = /^(?!.*(?:url|expression|image|var|env|attr|@|\\|javascript))[\w\s#%.,()'"+-]{1,200}$/i;
const styles = [
  'color',
  'background-color',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'letter-spacing',
  'line-height',
  'list-style-type',
  'text-align',
  'text-decoration',
  'text-indent',
  'text-transform',
  'vertical-align',
  'white-space',
  'width',
  'max-width',
  'min-width',
  'height',
  'max-height',
  'margin',
  'margin-top',
  'margin-right',
  'margin-bottom',
  'margin-left',
  'padding',
  'padding-top',
  'padding-right',
  'padding-bottom',
  'padding-left',
  'border',
  'border-collapse',
  'border-color',
  'border-radius',
  'border-style',
  'border-width',
];

/** Removed without a report: they carry no content and no danger, and every shop's pages are full of them. */
const silent = new Set(['class', 'id', 'name', 'role', 'itemprop', 'itemscope', 'itemtype', 'html', 'body']);

/** Deeper elements are removed and their text is kept: such nesting is an attack on the page that shows it. */
const nestingMax = 100;
/** The parser's time grows with the square of the depth, so deeper input is not passed to it. */
const parsedDepthMax = 3000;

/**
 * Returns a description without anything that runs code, embeds frames, sends requests or reaches outside; used for
 * every product that is claimed or saved. Text, tables and images stay, and the frame of a video becomes a link to it.
 * Cleaning clean HTML changes nothing.
 */
export function cleanHtml(html: string): string {
  const text = html.replaceAll(unseen, '');
  return /[<&]/.test(text) ? sanitizeHtml(isParsable(text) ? text : withoutElements(text), rules) : text;
}

/** Control characters except tabs and line ends, which no shop's file can contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const unseen = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;

/** Elements that a parser closes by itself, so that a sequence of them is not deep. */
const closedByThemselves =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|td|th|tr|option)$/i;

function isParsable(html: string): boolean {
  let depth = 0;
  for (const [, closes, name = ''] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    if (!closedByThemselves.test(name)) {
      depth = closes ? Math.max(0, depth - 1) : depth + 1;
    }
    if (depth > parsedDepthMax) {
      return false;
    }
  }
  return true;
}

function withoutElements(html: string): string {
  return html.replaceAll(/<[^>]*>?/g, '');
}

/** Cleans the HTML as above and returns the names of the elements and attributes removed. */
export function cleanAndReport(html: string): CleanHtml {
  const cleaned = cleanHtml(html);
  if (cleaned === html) {
    return { html, removed: [] };
  }
  // Counted from the result rather than guessed from the rules: an attribute can also be removed for its value.
  const given = isParsable(html) ? namesIn(html) : new Map([['html', 1]]);
  const kept = namesIn(cleaned);
  const removed = [...given]
    .map(([name, count]) => ({ name, count: count - (kept.get(name) ?? 0) }))
    .filter(({ name, count }) => count > 0 && !silent.has(name) && !name.startsWith('data-'))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
  return { html: cleaned, removed };
}

function namesIn(html: string): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (name: string, attribs: Record<string, string>) => {
    for (const each of [name, ...Object.keys(attribs)]) {
      counts.set(each, (counts.get(each) ?? 0) + 1);
    }
  };
  sanitizeHtml(html, { ...rules, onOpenTag: count });
  return counts;
}

const rules: sanitizeHtml.IOptions = {
  allowedTags: tags,
  allowedAttributes: attributes,
  allowedStyles: { '*': Object.fromEntries(styles.map((style) => [style, [plainValue]])) },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: true,
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'iframe',
    'object',
    'svg',
    'math',
    'template',
    'title',
  ],
  nestingLimit: nestingMax,
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: attribs.target === undefined ? attribs : { ...attribs, rel: 'noopener' },
    }),
    iframe(tagName, attribs) {
      const film = filmAt(attribs.src ?? '');
      return film === null ? { tagName, attribs } : { tagName: 'a', attribs: { href: film }, text: film };
    },
  },
};
