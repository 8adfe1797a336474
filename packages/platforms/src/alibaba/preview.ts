import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { Place } from '../collecting/shop-reader.ts';
import { plainAmount } from '../price-text.ts';
import { productOfGoods } from './goods.ts';
import type { Offer } from './offers.ts';
import type { Site } from './sites.ts';

/**
 * What a person sees of a list before collecting it: title, picture and price as the list tells them, the lower end of a
 * range. For looking at only; what is collected is read from each product's own page.
 */
export function previewOf(offers: readonly Offer[], site: Site, { root, shop }: Place): Product[] {
  return offers.flatMap((offer) => {
    const price = lowestIn(offer.price);
    if (offer.title === null || price === null) {
      return [];
    }
    try {
      const sku = { id: null, values: [], compareAtPrice: null, stock: null, available: null };
      return productOfGoods(
        {
          id: offer.id,
          title: offer.title,
          currency: currencyOf(offer.price, site),
          axes: [],
          skus: [{ ...sku, price, weight: null, picture: null }],
          ladder: [],
          minimumOrder: null,
          unit: null,
          pictures: offer.picture === null ? [] : [offer.picture],
          attributes: [],
          category: [],
          vendor: null,
          storeName: null,
          descriptionHtml: '',
          facts: { way: 'list', minimum: offer.minimumOrder },
        },
        { site, root, shop },
      );
    } catch (thrown) {
      if (thrown instanceof AppError) {
        return [];
      }
      throw thrown;
    }
  });
}

/** The lower end of a price as a list shows it; null where it shows none. */
export function lowestIn(text: string | null): string | null {
  const amount = /\d[\d,]*(?:\.\d{1,4})?/.exec(text ?? '')?.[0];
  const price = amount === undefined ? null : plainAmount(amount);
  return price === null || Number(price) === 0 ? null : price;
}

/** A sign that stands for many currencies is read as the site's own; a code is what it says. */
export function currencyOf(text: string | null, site: Site): string | null {
  return /\b([A-Z]{3})\b/.exec(text ?? '')?.[1] ?? site.currency;
}
