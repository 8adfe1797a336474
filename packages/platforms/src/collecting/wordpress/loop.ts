import { walkMarkup } from '../../reading/html/walk-markup.ts';

/** Marks of a link that leads to a term, a person or the cart instead of the entry itself. */
const elsewhere = /\b(?:tag|category|author|nofollow)\b/;

/**
 * Returns the addresses of the entries on a WordPress list page, in order, each once. Whatever their design, themes
 * mark each entry with the classes of its post (`type-product`, `type-post`); the first link inside that leads to the
 * entry counts.
 */
export function entriesOnPage(html: string, base: URL, type: 'product' | 'post'): URL[] {
  const mark = new RegExp(`(?:^|\\s)type-${type}(?:\\s|$)`);
  const found = new Map<string, URL>();
  let depth = 0;
  /** Depth at which the open entry began; null outside an entry, and after its link. */
  let entry: number | null = null;
  walkMarkup(html, {
    onopentag(name, attributes) {
      depth += 1;
      // A page of a single entry has the same classes on its body or on the article itself.
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
