import { AppError } from '@bowerbird/contract/errors';
import { plainText } from '../../../reading/html/html-text.ts';
import { idOf, isObject, itemsOf, textOf, wholeOf } from '../../../reading/unread.ts';
import { isOurHost, itemIdIn, storeIdIn } from '../address.ts';
import { amountOf, shownAmount } from '../product/amounts.ts';
import { fullSize } from '../product/images.ts';
import { objectIn } from '../reading-page/mtop.ts';
import { bareJson } from '../reading-page/payload.ts';
import { failureOfAnswer, refuseByBody } from '../turned-away.ts';
import { type Card, once, sourceLink } from './list-page.ts';

/** Facts about a store from its page; its products come from a separate call (`readme.md`, Lists). */
export interface StoreFacts {
  storeId: string | null;
  /** The seller's number, under which the products are listed; differs from the store's number. */
  sellerId: string | null;
  name: string | null;
}

const perPage = 30;

export function storeFacts(html: string, url: URL): StoreFacts {
  const number = (name: string) =>
    new RegExp(`\\b${name}["']?\\s{0,10}[:=]\\s{0,10}["']?(\\d{3,15})\\b`).exec(html)?.[1] ?? null;
  const title = /<title[^>]{0,200}>([^<]{1,300})<\/title>/i.exec(html)?.[1] ?? '';
  const name = plainText(title).replace(/(?<!\s)\s+-\s+.*$/s, '');
  return {
    storeId: storeIdIn(url.pathname) ?? number('storeId'),
    sellerId: number('sellerId') ?? number('ownerMemberId') ?? number('sellerAdminSeq'),
    name: name === '' ? null : name,
  };
}

/** Returns the address of one page of a seller's products; a simulated shop answers on its own host. */
export function storeListAddress(root: string, sellerId: string, page: number): URL {
  const host = isOurHost(new URL(root).hostname) ? 'https://shoprenderview.aliexpress.com' : root;
  const url = new URL('/async/execute', host);
  const requested = {
    componentKey: 'allitems_choice',
    SortType: 'bestmatch_sort',
    page: String(page),
    pageSize: String(perPage),
    country: 'US',
    site: 'glo',
    sellerId,
    groupId: '-1',
    currency: 'USD',
    locale: 'en_US',
    callback: 'jsonp_1',
  };
  url.search = new URLSearchParams(requested).toString();
  return url;
}

/** Reads one page of a seller's products and the number of pages. An answer without the list throws a named error. */
export function storeList(text: string, url: URL): { cards: Card[]; pages: number } {
  const body = bareJson(text);
  const answer = isObject(body) ? body : {};
  const result = objectIn(answer, 'Result');
  const products = objectIn(result, 'Products');
  const data = products.Data;
  if (!Array.isArray(data)) {
    refuseByBody(text, url);
    const failure = failureOfAnswer(answer, url.host);
    throw (
      failure ??
      new AppError('source.page-not-understood', `${url.host}: no list of a store's products`, {
        params: { address: url.href, reason: body === undefined ? 'unparsable' : 'no-list' },
      })
    );
  }
  const pages = wholeOf(products.totalPage) ?? wholeOf(result.totalPage) ?? wholeOf(answer.totalPage) ?? 1;
  return { cards: once(itemsOf(data).flatMap(cardOf)), pages };
}

function cardOf(sent: unknown): Card[] {
  const item = isObject(sent) ? sent : {};
  const id = itemIdIn(textOf(item.pcDetailUrl) ?? '') ?? idOf(item.id);
  if (id === null || !/^\d{1,20}$/.test(id)) {
    return [];
  }
  const image = textOf(item.image640Url);
  const prices = isObject(item.prices) ? item.prices : {};
  const shown =
    textOf(prices.salePrice) ?? textOf(prices.formattedPrice) ?? textOf(prices.price) ?? textOf(item.prices);
  return [
    {
      ...sourceLink(id),
      title: plainText(textOf(item.subject) ?? '') || null,
      price: amountOf(prices.salePrice) ?? shownAmount(shown),
      imageUrl: image === null ? null : fullSize(image),
    },
  ];
}
