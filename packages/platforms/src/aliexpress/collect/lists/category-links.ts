import type { Category } from '../../../collecting/shop-reader.ts';
import { walkMarkup } from '../../../reading/html/walk-markup.ts';

/** Returns the categories that a page's menu links to; no page holds the complete tree (`readme.md`, Lists). */
export function categoryLinks(html: string): Category[] {
  const found = new Map<string, Category>();
  let open: { id: string; key: string } | null = null;
  let words = '';
  walkMarkup(html, {
    onopentag(name, { href }) {
      if (name !== 'a') {
        return;
      }
      const path = href === undefined ? undefined : URL.parse(href, 'https://market.invalid')?.pathname;
      const id = path === undefined ? undefined : /^\/category\/(\d{1,15})(?:\/|\.html$)/.exec(path)?.[1];
      open = id === undefined || path === undefined ? null : { id, key: path };
      words = '';
    },
    ontext(text) {
      words += open === null ? '' : text;
    },
    onclosetag(name) {
      const title = words.replaceAll(/\s+/g, ' ').trim();
      if (name === 'a' && open !== null && title !== '' && !found.has(open.id)) {
        found.set(open.id, { ...open, name: title, path: [title], promised: null });
      }
      open = name === 'a' ? null : open;
    },
  });
  return [...found.values()];
}
