import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { noProductOn } from '../../collecting/pages/no-product.ts';
import { formsOn } from '../../collecting/pages/page-forms.ts';
import { readFromPage } from '../../collecting/pages/page-product.ts';
import { productsOrNone } from '../../collecting/pages/products-or-none.ts';
import { decodedSlug } from '../../collecting/wordpress/rest.ts';
import { siteSigns } from '../../collecting/wordpress/root.ts';
import { bodyClasses } from '../../reading/html/body-classes.ts';
import { readHtmlFacts } from '../../reading/html/html-facts.ts';
import { textOf } from '../../reading/unread.ts';
import { readAddress } from './address.ts';
import { completedByPost, markedPost } from './reading-page/merge-post.ts';
import { productOnPostPage } from './reading-page/post-page.ts';
import type { SiteFacts } from './schema.ts';
import { withPostMark } from './unstated.ts';

/**
 * Returns the product on a blog's page: from linked data, completed by the text of the post on the page, or from this
 * text alone. Throws `source.page-not-understood` for a page with neither.
 */
export function productOnPage(html: string, url: URL, facts: SiteFacts, handle: string): Product {
  const page = readHtmlFacts(html);
  const forms = formsOn(page);
  const siteName = facts.siteName ?? textOf(page.meta.get('og:site_name'));
  const site = { ...facts, siteName };
  if (forms.length === 0) {
    const refusal = noProductOn(html, url);
    const post =
      refusal.code === 'source.page-not-understood' ? productOnPostPage(html, url, site, handle) : null;
    if (post === null) {
      throw refusal;
    }
    return withPostMark(markedPost(post), 'markup');
  }
  const id = [...bodyClasses(html)]
    .map((one) => /^postid-(\d+)$/.exec(one)?.[1])
    .find((one) => one !== undefined);
  const read = readFromPage(page, {
    platform: 'wordpress',
    shop: facts.host,
    id: id === undefined ? `slug:${handle}` : `post:${id}`,
    handle,
    url,
    forms,
  });
  return withPostMark(completedByPost(read, postBeside(html, url, site, handle), siteName), 'markup');
}

/** Returns the post that a page shows; null when it shows no readable one. */
function postBeside(html: string, url: URL, facts: SiteFacts, handle: string): Product | null {
  try {
    return productOnPostPage(html, url, facts, handle);
  } catch (thrown) {
    if (thrown instanceof AppError) {
      return null;
    }
    throw thrown;
  }
}

/** Returns the products on a page as a browser shows it: one or none. */
export function readPage(html: string, url: URL): Product[] {
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const handle = decodedSlug(parts.at(-1) ?? '') || (url.searchParams.get('p') ?? '');
  const { folder } = siteSigns(html, url, null);
  const { shop: host } = readAddress(url, 'product', folder ?? undefined);
  const facts = { host, siteName: null, pathOf: (_: string, name: string) => [name] };
  return handle === '' ? [] : productsOrNone(() => productOnPage(html, url, facts, handle));
}
