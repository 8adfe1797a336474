import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { productFromPage } from '../collecting/page-product.ts';
import { productsOrNone } from '../collecting/products-or-none.ts';
import { type HtmlFacts, readHtmlFacts } from '../html-facts.ts';
import { productIdIn, readAddress } from './address.ts';
import { decorated, descriptionIn } from './description.ts';
import { goodsOfDetail } from './detail-data.ts';
import { type Goods, productOfGoods } from './goods.ts';
import { offerInContext, offerInInitData } from './offer.ts';
import { goodsOfOffer } from './offer-goods.ts';
import { fullSize } from './pictures.ts';
import { refusalOnPage } from './refusal.ts';
import { type State, stateOf } from './script-state.ts';
import { alibabaCom, type Site } from './sites.ts';
import { withGoodsMark } from './untold.ts';

/** A page as it was answered, or as a browser shows it. */
export interface ShownPage {
  html: string;
  url: URL;
  headers?: Headers;
}

/**
 * The product on a page, from the state that the site writes into a script. Without one: the reason, where the page tells
 * it (a check of the visitor, a sign-in, gone), else the part that it tells in linked data. A state that cannot be read
 * throws `source.page-not-understood`; it is never replaced by a guess.
 */
export function productOnPage(site: Site, page: ShownPage): Product {
  const { html, url, headers } = page;
  const { root, shop } = readAddress(site, url);
  const goods = goodsOnPage(site, html);
  if (goods === 'broken') {
    throw notUnderstood(url);
  }
  if (goods !== null) {
    return withDescription(productOfGoods(goods, { site, root, shop }), html, url);
  }
  const refusal = refusalOnPage(html, url, headers);
  if (refusal !== null) {
    throw refusal;
  }
  return partOf(site, readHtmlFacts(html), url);
}

/** The products on a page as a browser shows it: one, or none. A page that turned us away throws its name. */
export function readPage(site: Site, html: string, url: URL): Product[] {
  return productsOrNone(() => withGoodsMark(productOnPage(site, { html, url }), 'page-state'));
}

function goodsOnPage(site: Site, html: string): Goods | 'broken' | null {
  if (site === alibabaCom) {
    const state = stateOf(html, 'window.detailData', 'quoted');
    return state === null || state === 'broken' ? state : goodsOfDetail(state);
  }
  const found: State[] = [];
  for (const [name, read] of [
    ['window.context', offerInContext],
    ['window.__INIT_DATA', offerInInitData],
  ] as const) {
    const state = stateOf(html, name);
    const offer = state === null || state === 'broken' ? null : read(state);
    if (offer !== null) {
      return goodsOfOffer(offer);
    }
    found.push(state);
  }
  return found.includes('broken') ? 'broken' : null;
}

/** What the browser shows of the description, where it stands in the page itself. */
function withDescription(product: Product, html: string, url: URL): Product {
  const part = decorated(html);
  return part === null ? product : { ...product, descriptionHtml: descriptionIn(html, url.href) };
}

/**
 * What linked data tell of a product, which is a part: no choice, no ladder, and the lowest price of it (platform notes
 * 1.2). The product says so.
 */
function partOf(site: Site, page: HtmlFacts, url: URL): Product {
  const { root, shop } = readAddress(site, url);
  const id = productIdIn(site, url);
  if (id === null) {
    throw notUnderstood(url);
  }
  const found = productFromPage(page, { platform: site.platform, shop, id, handle: id, url });
  const title = found.title
    .replace(/(?<!\s)\s+-\s+Buy\b.{0,400}$/, '')
    .replace(/(?<!\s)\s+-\s+阿里巴巴$/, '');
  return {
    ...found,
    title: title || found.title,
    descriptionHtml: '',
    pictures: found.pictures.map((picture) => ({ ...picture, url: fullSize(picture.url) })),
    source: found.source && { ...found.source, url: new URL(url.pathname, root).href, storeName: null },
    extra: { ...found.extra, [site.platform]: { way: 'part', priceIs: 'the lowest of the ladder' } },
  };
}

function notUnderstood(url: URL): AppError {
  return new AppError('source.page-not-understood', `${url.host}${url.pathname}: no product on this page`, {
    params: { address: url.origin + url.pathname },
  });
}
