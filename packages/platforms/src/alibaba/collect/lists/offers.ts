import { absoluteAddress } from '../../../net/addresses.ts';
import {
  idOf,
  isObject,
  itemsOf,
  shown,
  textOf,
  type UnreadObject,
  wholeOf,
} from '../../../reading/unread.ts';
import { productIdIn } from '../address.ts';
import { wordsOf } from '../product/amounts.ts';
import { fullSize } from '../product/images.ts';
import { literalAt } from '../reading-page/script-state.ts';
import type { Site } from '../sites.ts';
import { walkTags } from './walk-tags.ts';

/** One product in a list, with as much as the list shows. */
export interface Offer {
  id: string;
  title: string | null;
  /** Price as the list shows it: "$3.20-4.50", "7.00". */
  price: string | null;
  imageUrl: string | null;
  minimumOrder: string | null;
}

export interface OfferList {
  offers: Offer[];
  /** Total that the list states; null when it states none. */
  total: number | null;
}

/** State variables of lists: alibaba.com search (`readme.md`, Alibaba.com: lists; 1688: lists), and store pages. */
const states =
  /(?<![\w$.])(?:(?:window\.)?(?:__page__data\w{0,20}|__INIT_DATA)|window\.data)(?:\.\w{1,40}){0,3}\s{0,9}=\s{0,9}(?=\{)/g;
const statesMax = 30;

/**
 * Returns the products on a list page, without adverts: from the page's state, otherwise from its links. Returns null
 * for a page that is not a list: it has neither a state nor a link to a product.
 */
export function offersOnPage(site: Site, html: string, url: URL): OfferList | null {
  let best: OfferList | null = null;
  let tries = 0;
  let end = 0;
  for (const { index, 0: mark } of html.matchAll(states)) {
    tries += 1;
    if (tries > statesMax) {
      break;
    }
    const start = index + mark.length;
    const written = start < end ? null : literalAt(html, start);
    if (written === null) {
      continue;
    }
    end = written.end;
    const list = offersIn(written.value, url.href);
    if (list !== null && list.offers.length >= (best?.offers.length ?? 0)) {
      best = list;
    }
  }
  if (best !== null && best.offers.length > 0) {
    return best;
  }
  const linked = linkedOffers(site, html, url);
  return linked.length > 0 ? { offers: linked, total: best?.total ?? null } : best;
}

/**
 * Returns the products in an answer that a list page loaded itself: JSON, or JSON in a callback (`mtopjsonp…({…})`).
 */
export function offersInAnswer(text: string, base: string): OfferList | null {
  const start = text.slice(0, 400).indexOf('{');
  const written = start === -1 ? null : literalAt(text, start);
  return written === null ? null : offersIn(written.value, base);
}

const objectsMax = 100_000;
/** Keys of paid booths and of everything else the page shows beside its list. */
const beside = /^_?wending$|booth|p4p|recommend|history|related/i;

/** Returns the largest list of offers inside a value; walks breadth-first with a limit. */
function offersIn(value: unknown, base: string): OfferList | null {
  let best: OfferList | null = null;
  const open: { value: unknown; total: number | null }[] = [{ value, total: null }];
  const seen = new Set<unknown>();
  for (let at = 0; at < open.length && at < objectsMax; at += 1) {
    const { value: inside, total } = open[at] ?? {};
    if (typeof inside !== 'object' || inside === null || seen.has(inside)) {
      continue;
    }
    seen.add(inside);
    if (Array.isArray(inside)) {
      const offers = inside.flatMap((item: unknown) => offerOf(item, base));
      if (offers.length > (best?.offers.length ?? 0)) {
        best = { offers: once(offers), total: total ?? null };
      }
      open.push(...inside.slice(0, 300).map((item: unknown) => ({ value: item, total: total ?? null })));
    } else if (isObject(inside)) {
      const sum = wholeOf(inside.totalCount) ?? wholeOf(inside.found) ?? wholeOf(inside.total);
      if (best === null && sum === 0) {
        best = { offers: [], total: 0 };
      }
      for (const [key, part] of Object.entries(inside)) {
        if (!beside.test(key)) {
          open.push({ value: part, total: sum ?? total ?? null });
        }
      }
    }
  }
  return best;
}

function offerOf(item: unknown, base: string): Offer[] {
  const sent = isObject(item) && isObject(item.data) ? item.data : item;
  if (!isObject(sent) || isAdvert(sent)) {
    return [];
  }
  const id = idOf(sent.productId) ?? idOf(sent.offerId) ?? idOf(sent.id);
  const title = wordsOf(sent.enPureTitle) ?? wordsOf(sent.title) ?? wordsOf(sent.subject);
  if (id === null || !/^\d{6,14}$/.test(id) || title === null) {
    return [];
  }
  const image = [sent.mainImage, sent.imageUrl, sent.image, sent.imgUrl, sent.offerPicUrl].find(Boolean);
  const imageUrl = textOf(isObject(image) ? (image.url ?? image.imgUrl) : image);
  const price = isObject(sent.priceInfo) ? sent.priceInfo.price : sent.price;
  const trade = isObject(sent.tradeInfo) ? sent.tradeInfo : {};
  return [
    {
      id,
      title,
      price: wordsOf(price) ?? wordsOf(sent.originalMinPrice),
      imageUrl: imageUrl === null ? null : absoluteAddress(fullSize(imageUrl), base),
      minimumOrder: wordsOf(sent.moqV2) ?? wordsOf(sent.moq) ?? wordsOf(trade.moq),
    },
  ];
}

/**
 * Reports whether an entry is an advert: paid entries repeat products and are not search results (`readme.md`,
 * Alibaba.com: lists).
 */
function isAdvert(sent: UnreadObject): boolean {
  return (
    sent.isShowAd === true ||
    isObject(sent.adInfo) ||
    sent.isP4P === true ||
    sent.isP4P === 'true' ||
    itemsOf([sent.trackInfo, sent.trace, sent.eurl]).some((track) => /product_type=newad/.test(shown(track)))
  );
}

function once(offers: readonly Offer[]): Offer[] {
  return [...new Map(offers.map((offer) => [offer.id, offer])).values()];
}

/** Returns links to products, with the text and the first image inside the link. */
function linkedOffers(site: Site, html: string, url: URL): Offer[] {
  const found = new Map<string, Offer>();
  let open: Offer | null = null;
  walkTags(html, {
    open(name, attributes) {
      if (name === 'a') {
        const place = attributes.href === undefined ? null : URL.parse(attributes.href, url);
        const id = place === null ? null : productIdIn(site, place);
        const known = id === null ? undefined : found.get(id);
        open =
          id === null
            ? null
            : (known ?? {
                id,
                title: wordsOf(attributes.title),
                price: null,
                imageUrl: null,
                minimumOrder: null,
              });
        if (open !== null) {
          found.set(open.id, open);
        }
      } else if (name === 'img' && open !== null) {
        const address = attributes['data-src'] ?? attributes['data-lazyload-src'] ?? attributes.src ?? '';
        open.imageUrl ??= address === '' ? null : absoluteAddress(fullSize(address), url.href);
        open.title ??= wordsOf(attributes.alt);
      }
    },
    text(text) {
      if (open !== null && open.title === null) {
        open.title = wordsOf(text);
      }
    },
    close(name) {
      open = name === 'a' ? null : open;
    },
  });
  return [...found.values()];
}
