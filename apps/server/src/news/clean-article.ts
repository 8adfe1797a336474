import sanitizeHtml from 'sanitize-html';

/** Allows text, tables, images and links: nothing that runs code, sends requests or overlays the page. */
const rules: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'code', 'kbd'],
    ...['b', 'strong', 'i', 'em', 'u', 's', 'sub', 'sup', 'mark'],
    ...['ul', 'ol', 'li', 'a', 'img', 'figure', 'figcaption'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'caption'],
  ],
  allowedAttributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    ol: ['start'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  // An address without a scheme is a path of the console itself.
  allowedSchemes: ['https', 'http', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  transformTags: { h1: 'h2', h5: 'h4', h6: 'h4', del: 's', strike: 's', ins: 'u' },
};

/** Returns an article's text as it may be kept and shown, without anything that a reader's browser could run. */
export function cleanArticle(html: string): string {
  return sanitizeHtml(html, rules).trim();
}

/** Returns the plain text, as it is searched. */
export function wordsOf(html: string): string {
  const spaced = html.replaceAll(/<(?:\/?(?:p|li|h\d|td|th|tr|figcaption|blockquote|pre)|br|hr)\b/gi, ' $&');
  return sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} })
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
