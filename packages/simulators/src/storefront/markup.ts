/** Returns HTML without its tags. */
export function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Escapes text for HTML and XML. */
export function text(value: string): string {
  return value.replace(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[mark] ?? '&quot;');
}

/** Returns JSON that is safe inside a script element. */
export function inScript(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Returns a sitemap of these entries; `name` is `urlset` or `sitemapindex`. */
export function xml(name: string, entries: readonly string[]): string {
  const spaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} ${spaces}>\n${entries.join('\n')}\n</${name}>\n`;
}
