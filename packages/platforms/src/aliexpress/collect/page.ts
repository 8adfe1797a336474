import type { Product } from '@bowerbird/catalog/product';
import { productFromPage } from '../../collecting/pages/page-product.ts';
import { productsOrNone } from '../../collecting/pages/products-or-none.ts';
import { type HtmlFacts, readHtmlFacts } from '../../reading/html/html-facts.ts';
import { isOurHost, isRussianSite, itemIdIn, keptHost } from './address.ts';
import { type ItemPlace, productOf } from './product/product.ts';
import { itemFromMtop } from './reading-page/mtop.ts';
import { itemFromOlderPage } from './reading-page/older-pages.ts';
import { payloadIn } from './reading-page/payload.ts';
import { refuseByAddress, refuseByBody } from './turned-away.ts';
import { withFactsMark } from './unstated.ts';

/**
 * Returns the product on a page: from the answer that fills the page, either on its own or embedded; otherwise from the
 * state of older pages; otherwise, as a draft, from linked data or Open Graph, which give only a title, an image and a
 * price (`readme.md`). A captcha page throws `source.blocked-us`; a page that only a browser can fill throws
 * `source.needs-browser`.
 */
export function productOnPage(html: string, url: URL): Product {
  refuseByAddress(url);
  const payload = payloadIn(html, () => readHtmlFacts(html), url.host);
  if (payload !== null) {
    const { form, root } = payload;
    return productOf(form === 'mtop' ? itemFromMtop(root) : itemFromOlderPage(root, form), placeOf(url));
  }
  return partial(html, readHtmlFacts(html), url);
}

/**
 * Returns the products on a page as a browser shows it: one or none. Cards of a list are not products: see
 * `listOnPage`.
 */
export function readPage(html: string, url: URL): Product[] {
  if (isRussianSite(url.hostname) || itemIdIn(url.pathname) === null) {
    refuseByAddress(url);
    return [];
  }
  return productsOrNone(() => withFactsMark(productOnPage(html, url), 'page-state'));
}

function partial(html: string, page: HtmlFacts, url: URL): Product {
  const id = itemIdIn(url.pathname);
  try {
    const { protocol, shop } = placeOf(url);
    const clean = id === null ? url : new URL(`/item/${id}.html`, `${protocol}//${shop}`);
    const product = productFromPage(
      { ...page, canonical: null },
      {
        platform: 'aliexpress',
        shop,
        id: id ?? url.pathname,
        handle: `item-${id ?? url.pathname}`,
        url: clean,
      },
    );
    return {
      ...product,
      title: product.title.replace(/ - aliexpress(?: \d{1,9})?$/i, '') || product.title,
      seo: { title: null, description: null },
      status: 'draft',
      source: product.source && { ...product.source, storeName: null },
      extra: { ...product.extra, aliexpress: { form: 'page', itemId: id ?? '', partial: true } },
    };
  } catch (thrown) {
    refuseByBody(html, url);
    throw thrown;
  }
}

function placeOf(url: URL): ItemPlace {
  return {
    shop: keptHost(url.host),
    protocol: isOurHost(url.hostname) ? 'https:' : url.protocol,
    id: itemIdIn(url.pathname),
  };
}
