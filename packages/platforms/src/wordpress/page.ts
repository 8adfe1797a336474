import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { bodyClasses } from '../body-classes.ts';
import { productFromPage } from '../collecting/page-product.ts';
import { productsOrNone } from '../collecting/products-or-none.ts';
import { decodedSlug } from '../collecting/wordpress-rest.ts';
import { siteSigns } from '../collecting/wordpress-root.ts';
import { readHtmlFacts } from '../html-facts.ts';
import { readAddress } from './address.ts';
import { productOnPostPage } from './post-page.ts';
import type { SiteFacts } from './schema.ts';

/**
 * The product on a page of a blog: as linked data tell it, else by the words of the post that the page shows. Throws
 * `source.page-not-understood` for a page of neither.
 */
export function productOnPage(html: string, url: URL, facts: SiteFacts, handle: string): Product {
  const id = [...bodyClasses(html)]
    .map((one) => /^postid-(\d+)$/.exec(one)?.[1])
    .find((one) => one !== undefined);
  try {
    return productFromPage(readHtmlFacts(html), {
      platform: 'wordpress',
      shop: facts.host,
      id: id === undefined ? `slug:${handle}` : `post:${id}`,
      handle,
      url,
    });
  } catch (thrown) {
    const { code } = AppError.from(thrown);
    const shown = code === 'source.page-not-understood' ? productOnPostPage(html, url, facts, handle) : null;
    if (shown === null) {
      throw thrown;
    }
    return shown;
  }
}

/** The product on a page as a browser shows it: one, or none. */
export function readPage(html: string, url: URL): Product[] {
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const handle = decodedSlug(parts.at(-1) ?? '') || (url.searchParams.get('p') ?? '');
  const { folder } = siteSigns(html, url, null);
  const { shop: host } = readAddress(url, 'product', folder ?? undefined);
  const facts = { host, siteName: null, pathOf: (_: string, name: string) => [name] };
  return handle === '' ? [] : productsOrNone(() => productOnPage(html, url, facts, handle));
}
