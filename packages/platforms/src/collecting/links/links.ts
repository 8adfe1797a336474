import { walkMarkup } from '../../reading/html/walk-markup.ts';
import { readAddress } from './handle-address.ts';

/** Returns the categories that a page links to: handle to link text. */
export function categoryLinks(html: string): Map<string, string> {
  const found = new Map<string, string>();
  let handle: string | null = null;
  walkMarkup(html, {
    onopentag(name, { href }) {
      const place = name === 'a' && href !== undefined ? URL.parse(href, 'https://shop.invalid') : null;
      const address = place === null ? null : readAddress(place);
      handle = address?.scope === 'category' ? address.key : name === 'a' ? null : handle;
    },
    ontext(text) {
      const words = text.trim();
      if (handle !== null && words !== '' && !found.has(handle)) {
        found.set(handle, words);
      }
    },
    onclosetag(name) {
      handle = name === 'a' ? null : handle;
    },
  });
  return found;
}

/** Returns the products that a page links to, in order, each once. */
export function productLinks(html: string): string[] {
  return [...new Set(linksToProducts(html).map(({ key }) => key))];
}

/**
 * Returns the products that a page of search results links to, in order, each once. When a shop marks results by
 * position (`_pos`), only marked links count; otherwise only the main part, because menus and suggestions link to other
 * products.
 */
export function foundLinks(html: string): string[] {
  const links = linksToProducts(html);
  const marked = links.filter(({ place }) => place.searchParams.has('_pos'));
  const found = marked.length > 0 ? marked : linksToProducts(mainPart(html));
  return [...new Set(found.map(({ key }) => key))];
}

/** Returns the content of the page's `main`; the whole page when it has none. */
function mainPart(html: string): string {
  const start = html.indexOf('<main');
  const end = html.lastIndexOf('</main>');
  return start === -1 ? html : html.slice(start, end > start ? end : undefined);
}

function linksToProducts(html: string): { key: string; place: URL }[] {
  const links = html.matchAll(/(?:href|data-product-url)=["']([^"']{1,500})["']/g);
  return [...links].flatMap(([, href = '']) => {
    const place = URL.parse(href.replaceAll('&amp;', '&'), 'https://shop.invalid');
    const address = place === null ? null : readAddress(place);
    return place !== null && address?.scope === 'product' && address.key !== null
      ? [{ key: address.key, place }]
      : [];
  });
}
