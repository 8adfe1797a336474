import type { Category } from '../../../collecting/shop-reader.ts';
import { plainText } from '../../../reading/html/html-text.ts';
import { walkMarkup } from '../../../reading/html/walk-markup.ts';
import { readAddress } from '../address.ts';

const wordsMax = 300;

interface Linked {
  category: Category;
  url: URL;
}

/**
 * Returns the categories that a page of the shop in this folder links to, each once, with the most informative text of
 * its links.
 */
export function linkedCategories(html: string, base: URL, folder: string): Linked[] {
  const found = new Map<string, { url: URL; said: string }>();
  let open: { key: string; url: URL } | null = null;
  let words = '';
  walkMarkup(html, {
    onopentag(name, { href }) {
      if (name !== 'a') {
        return;
      }
      const url = href === undefined ? null : URL.parse(href, base);
      const place = url?.origin === base.origin ? readAddress(url, undefined, folder) : null;
      open =
        url !== null && place?.scope === 'category' && place.key !== null ? { key: place.key, url } : null;
      words = '';
    },
    ontext(text) {
      words += open === null || words.length > wordsMax ? '' : text;
    },
    onclosetag(name) {
      if (name !== 'a' || open === null) {
        return;
      }
      const said = plainText(words).slice(0, wordsMax);
      const before = found.get(open.key);
      if (before === undefined || before.said.length < said.length) {
        found.set(open.key, { url: before?.url ?? open.url, said });
      }
      open = null;
    },
  });
  return [...found].map(([key, { url, said }]) => {
    const name = said || key;
    return { category: { id: key, key, name, path: [name], promised: null }, url };
  });
}
