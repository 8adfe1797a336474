import { Parser } from 'htmlparser2';
import { readAddress } from './handle-address.ts';

/** Categories that a page links to, by their handles, with the words of the link. */
export function categoryLinks(html: string): Map<string, string> {
  const found = new Map<string, string>();
  let handle: string | null = null;
  const parser = new Parser({
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
  parser.end(html);
  return found;
}

/** Products that a page links to, in order, each once. */
export function productLinks(html: string): string[] {
  const links = html.matchAll(/(?:href|data-product-url)=["']([^"']{1,500})["']/g);
  return [
    ...new Set(
      [...links].flatMap(([, href = '']) => {
        const place = URL.parse(href, 'https://shop.invalid');
        const address = place === null ? null : readAddress(place);
        return address?.scope === 'product' && address.key !== null ? [address.key] : [];
      }),
    ),
  ];
}
