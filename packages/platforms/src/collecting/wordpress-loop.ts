import { walkMarkup } from '../walk-markup.ts';

/** Marks of a link that leads to a term, a person or into the cart instead of to the entry itself. */
const elsewhere = /\b(?:tag|category|author|nofollow)\b/;

/**
 * The addresses of the entries that a list page of WordPress shows, in order, each once. Themes may look as they like, but
 * mark each entry with the classes of its post (`type-product`, `type-post`); the first link inside that leads to it counts.
 */
export function entriesOnPage(html: string, base: URL, type: 'product' | 'post'): URL[] {
  const mark = new RegExp(`(?:^|\\s)type-${type}(?:\\s|$)`);
  const found = new Map<string, URL>();
  let depth = 0;
  /** How deep the open entry began; null outside of one, and after its link. */
  let entry: number | null = null;
  walkMarkup(html, {
    onopentag(name, attributes) {
      depth += 1;
      // A page of one entry bears the same classes at its body or at the article that it is.
      if (entry === null && name !== 'body' && mark.test(attributes.class ?? '')) {
        entry = depth;
      }
      if (name !== 'a' || entry === null || elsewhere.test(attributes.rel ?? '')) {
        return;
      }
      const url = attributes.href === undefined ? null : URL.parse(attributes.href, base);
      if (url !== null && url.origin === base.origin && url.pathname !== '/' && url.hash === '') {
        found.set(url.href, url);
        entry = null;
      }
    },
    onclosetag() {
      depth -= 1;
      entry = entry !== null && depth < entry ? null : entry;
    },
  });
  return [...found.values()];
}
