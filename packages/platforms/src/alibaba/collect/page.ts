import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { productFromPage } from '../../collecting/pages/page-product.ts';
import { productsOrNone } from '../../collecting/pages/products-or-none.ts';
import { type HtmlFacts, readHtmlFacts } from '../../reading/html/html-facts.ts';
import { productIdIn, readAddress } from './address.ts';
import { decorated, descriptionIn } from './product/description.ts';
import { type ProductFacts, productOfFacts } from './product/facts.ts';
import { fullSize } from './product/images.ts';
import { factsOfDetail } from './reading-page/detail-data.ts';
import { offerInContext, offerInInitData } from './reading-page/offer.ts';
import { factsOfOffer } from './reading-page/offer-facts.ts';
import { type State, stateOf } from './reading-page/script-state.ts';
import { refusalOnPage } from './refusal.ts';
import { alibabaCom, type Site } from './sites.ts';
import { withFactsMark } from './unstated.ts';

/** A page as the server answered it, or as a browser shows it. */
export interface ShownPage {
  html: string;
  url: URL;
  headers?: Headers;
}

/**
 * Returns the product on a page, read from the state that the site writes into a script. Without a state, throws the
 * reason where the page gives one (a visitor check, a sign-in, a removed product), otherwise returns the part given in
 * linked data. A state that cannot be read throws `source.page-not-understood`; it is never replaced by a guess.
 */
export function productOnPage(site: Site, page: ShownPage): Product {
  const { html, url, headers } = page;
  const { root, shop } = readAddress(site, url);
  const facts = factsOnPage(site, html);
  if (facts === 'broken') {
    throw notUnderstood(url);
  }
  if (facts !== null) {
    return withDescription(productOfFacts(facts, { site, root, shop }), html, url);
  }
  const refusal = refusalOnPage(html, url, headers);
  if (refusal !== null) {
    throw refusal;
  }
  return partOf(site, readHtmlFacts(html), url);
}

/** Returns the products on a page as a browser shows it: one or none. A page that refused us throws its named error. */
export function readPage(site: Site, html: string, url: URL): Product[] {
  return productsOrNone(() => withFactsMark(productOnPage(site, { html, url }), 'page-state'));
}

function factsOnPage(site: Site, html: string): ProductFacts | 'broken' | null {
  if (site === alibabaCom) {
    const state = stateOf(html, 'window.detailData', 'quoted');
    return state === null || state === 'broken' ? state : factsOfDetail(state);
  }
  const found: State[] = [];
  for (const [name, read] of [
    ['window.context', offerInContext],
    ['window.__INIT_DATA', offerInInitData],
  ] as const) {
    const state = stateOf(html, name);
    const offer = state === null || state === 'broken' ? null : read(state);
    if (offer !== null) {
      return factsOfOffer(offer);
    }
    found.push(state);
  }
  return found.includes('broken') ? 'broken' : null;
}

/** Adds the description as the browser shows it, when it is part of the page itself. */
function withDescription(product: Product, html: string, url: URL): Product {
  const part = decorated(html);
  return part === null ? product : { ...product, descriptionHtml: descriptionIn(html, url.href) };
}

/**
 * Returns the product described by linked data, which is partial: no choices, no quantity steps, and only the lowest
 * price (`readme.md`). The product is marked accordingly.
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
    images: found.images.map((image) => ({ ...image, url: fullSize(image.url) })),
    source: found.source && { ...found.source, url: new URL(url.pathname, root).href, storeName: null },
    extra: { ...found.extra, [site.platform]: { way: 'part', priceIs: 'the lowest of the ladder' } },
  };
}

function notUnderstood(url: URL): AppError {
  return new AppError('source.page-not-understood', `${url.host}${url.pathname}: no product on this page`, {
    params: { address: url.origin + url.pathname },
  });
}
