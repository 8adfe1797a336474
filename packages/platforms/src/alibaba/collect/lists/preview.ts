import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { Place } from '../../../collecting/shop-reader.ts';
import { plainAmount } from '../../../reading/price-text.ts';
import { productOfFacts } from '../product/facts.ts';
import type { Site } from '../sites.ts';
import type { Offer } from './offers.ts';

/**
 * Returns what a person sees of a list before collecting it: title, image and price as the list shows them, with the
 * lower end of a price range. For display only; a collected product is read from its own page.
 */
export function previewOf(offers: readonly Offer[], site: Site, { root, shop }: Place): Product[] {
  return offers.flatMap((offer) => {
    const price = lowestIn(offer.price);
    if (offer.title === null || price === null) {
      return [];
    }
    try {
      const sku = { id: null, values: [], compareAtPrice: null, stock: null, available: null };
      return productOfFacts(
        {
          id: offer.id,
          title: offer.title,
          currency: currencyOf(offer.price, site),
          axes: [],
          skus: [{ ...sku, price, weight: null, imageUrl: null }],
          tiers: [],
          minimumOrder: null,
          unit: null,
          images: offer.imageUrl === null ? [] : [offer.imageUrl],
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

/** Returns the lower end of a price as a list shows it; null when it shows none. */
export function lowestIn(text: string | null): string | null {
  const amount = /\d[\d,]*(?:\.\d{1,4})?/.exec(text ?? '')?.[0];
  const price = amount === undefined ? null : plainAmount(amount);
  return price === null || Number(price) === 0 ? null : price;
}

/**
 * Returns the currency of a price text. A sign that is used for many currencies means the site's own; a code means
 * itself.
 */
export function currencyOf(text: string | null, site: Site): string | null {
  return /\b([A-Z]{3})\b/.exec(text ?? '')?.[1] ?? site.currency;
}
