import { AppError } from '@bowerbird/contract/errors';
import { noProductOn } from '../../../collecting/pages/no-product.ts';
import { currencyOf } from '../../../collecting/pages/variant-rows.ts';
import { readHtmlFacts } from '../../../reading/html/html-facts.ts';
import { plainText } from '../../../reading/html/html-text.ts';
import { jsonAt } from '../../../reading/json/embedded-json.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../../reading/unread.ts';
import { itemIdIn } from '../address.ts';
import { amountOf, plainNumber, shownAmount } from '../product/amounts.ts';
import { fullSize } from '../product/images.ts';
import { objectIn } from '../reading-page/mtop.ts';
import { bareJson } from '../reading-page/payload.ts';
import { refuseByAddress, refuseByBody } from '../turned-away.ts';

/** A product as a list shows it, which links to its page. Its price is that of its cheapest variant. */
export interface Card {
  id: string;
  title: string | null;
  price: string | null;
  compareAtPrice: string | null;
  currency: string | null;
  imageUrl: string | null;
  isAdvert: boolean;
}

export interface ListOnPage {
  cards: Card[];
  /** Total that the list states; not reliable on its last page. Null when the list states none. */
  total: number | null;
  /** Whether this is certainly the last page. */
  isLast: boolean;
}

/** Largest number of pages that a search shows. */
export const pagesMax = 60;
const written = /_init_data_\s{0,20}=\s{0,20}\{\s{0,20}["']?data["']?\s{0,20}:\s{0,20}/;
/** Largest number of objects that are searched for a list that has moved. */
const looksMax = 200_000;

/**
 * Returns the products on a list page, each once: from the list that the page or its later calls carry, wherever in
 * them it is; otherwise from its links to items (`readme.md`, Lists). When there is neither, throws
 * `source.page-not-understood`, with a `reason` that says what was found instead; a page that only a browser can fill
 * throws `source.needs-browser`.
 */
export function listOnPage(html: string, url: URL): ListOnPage {
  refuseByAddress(url);
  const state = stateOf(html);
  const grid = state.value === undefined ? null : gridIn(state.value);
  if (grid !== null) {
    return { cards: once(grid.cards.flatMap((card) => cardOf(card) ?? [])), ...ends(grid.info) };
  }
  const linked = linkedItems(html);
  if (linked.length > 0) {
    return { cards: linked.map(sourceLink), total: null, isLast: false };
  }
  refuseByBody(html, url);
  const reason = state.value !== undefined ? 'no-list' : state.isThere ? 'unparsable' : 'no-payload';
  const code = reason === 'no-payload' ? noProductOn(html, url).code : 'source.page-not-understood';
  throw new AppError(code, `${url.href}: no list of products on this page (${reason})`, {
    params: { address: url.href, reason },
  });
}

function stateOf(html: string): { isThere: boolean; value: unknown } {
  const bare = bareJson(html);
  if (bare !== undefined) {
    return { isThere: true, value: bare };
  }
  const found = written.exec(html);
  if (found !== null) {
    return { isThere: true, value: jsonAt(html, found.index + found[0].length) ?? undefined };
  }
  const json = readHtmlFacts(html).json.find(({ value }) => gridIn(value) !== null);
  return { isThere: json !== undefined, value: json?.value };
}

interface Grid {
  cards: UnreadObject[];
  info: UnreadObject;
}

/**
 * Returns the list at its usual place; otherwise the longest list whose entries have an id and prices, because the list
 * has moved before.
 */
function gridIn(state: unknown): Grid | null {
  const outer = isObject(state) ? state : {};
  const data = objectIn(outer, 'data');
  for (const layer of [data, objectIn(data, 'data'), outer]) {
    const fields = objectIn(objectIn(layer, 'root'), 'fields');
    const { content } = objectIn(objectIn(fields, 'mods'), 'itemList');
    if (Array.isArray(content)) {
      return { cards: content.filter(isObject), info: objectIn(fields, 'pageInfo') };
    }
  }
  return movedGrid(state);
}

function movedGrid(state: unknown): Grid | null {
  let best: UnreadObject[] = [];
  let info: UnreadObject = {};
  const open: unknown[] = [state];
  for (let looks = 0; open.length > 0 && looks < looksMax; looks += 1) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) {
      continue;
    }
    const cards = itemsOf(value)
      .filter(isObject)
      .filter((entry) => entry.productId !== undefined && isObject(entry.prices));
    best = cards.length > best.length ? cards : best;
    info = isObject(value) && isObject(value.pageInfo) ? value.pageInfo : info;
    for (const inside of Object.values(value)) {
      open.push(inside);
    }
  }
  return best.length > 0 ? { cards: best, info } : null;
}

function ends(info: UnreadObject): Pick<ListOnPage, 'total' | 'isLast'> {
  const [page, size, total] = [info.page, info.pageSize, info.totalResults].map(wholeOf);
  const counted = typeof page === 'number' && typeof size === 'number' && typeof total === 'number';
  const isLast = info.finished === true || (counted && (page * size >= total || page >= pagesMax));
  return { total: total ?? null, isLast };
}

function cardOf(card: UnreadObject): Card | null {
  // The id that the card links to may differ from its own.
  const id = idOf(card.redirectedId) ?? idOf(card.productId);
  const type = textOf(card.itemType);
  if (id === null || !/^\d{1,20}$/.test(id) || (type !== null && type !== 'productV3')) {
    return null;
  }
  const prices = objectIn(card, 'prices');
  const sale = objectIn(prices, 'salePrice');
  const former = objectIn(prices, 'originalPrice');
  const currency = currencyOf(sale.currencyCode) ?? currencyOf(former.currencyCode);
  const price = cardAmount(sale, currency) ?? cardAmount(former, currency);
  const before = cardAmount(former, currency);
  const image = textOf(objectIn(card, 'image').imgUrl);
  return {
    id,
    title: plainText(textOf(objectIn(card, 'title').displayTitle) ?? '') || null,
    price,
    compareAtPrice: before !== null && price !== null && Number(before) > Number(price) ? before : null,
    currency,
    imageUrl: image === null ? null : fullSize(image),
    isAdvert: card.productType === 'ad' || (isObject(card.p4p) && Object.keys(card.p4p).length > 0),
  };
}

function cardAmount(sent: UnreadObject, currency: string | null): string | null {
  return (
    plainNumber(sent.minPrice) ??
    shownAmount(textOf(sent.formattedPrice), currency) ??
    amountOf(sent, currency)
  );
}

/** Returns the items that a page links to, in order, each once. */
export function linkedItems(html: string): string[] {
  const ids = new Set<string>();
  for (const [, href = ''] of html.matchAll(/\bhref=["']([^"']{1,600})["']/g)) {
    const path = URL.parse(href, 'https://shop.invalid')?.pathname;
    const id = path === undefined ? null : itemIdIn(path);
    if (id !== null) {
      ids.add(id);
    }
  }
  return [...ids];
}

/** Returns a link to an item of which only the id is known. */
export function sourceLink(id: string): Card {
  return {
    id,
    title: null,
    price: null,
    compareAtPrice: null,
    currency: null,
    imageUrl: null,
    isAdvert: false,
  };
}

export function once(cards: readonly Card[]): Card[] {
  return [...new Map(cards.map((card) => [card.id, card])).values()];
}
