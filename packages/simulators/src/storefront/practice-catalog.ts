import { type PracticeCategory, practiceCategories } from '../practice/categories.ts';
import { indexOfHandle, type PracticeLanguage } from '../practice/good-text.ts';
import { imageSide } from '../practice/images.ts';
import { type Good, goodAt } from '../practice/products.ts';
import type { CatalogProduct, SimulatedCatalog } from './catalog.ts';

/** Number of practice products that a shop shows, and the seed that generates them. */
export interface PracticeOrder {
  count: number;
  seed: number;
  language: PracticeLanguage;
}

const firstProduct = 8_100_000_000_000;
const firstVariant = 45_000_000_000_000;
const firstImage = 36_000_000_000_000;
/** The creation day of the newest product; each older one is some hours older. */
const newestDay = Date.UTC(2026, 9, 30, 9);
const variantsPerGood = 20;

/** Returns a catalog of practice products, generated from their index on each request. */
export function practiceCatalog(order: PracticeOrder): SimulatedCatalog {
  const made = (index: number) => shelved(goodAt(order.seed, index, order.language));
  const places = new Map<string, number[]>();
  const placesIn = (category: PracticeCategory): number[] => {
    const known = places.get(category.handle);
    const found =
      known ??
      Array.from({ length: order.count }, (_, index) => index).filter((index) =>
        category.has(index, order.seed),
      );
    places.set(category.handle, found);
    return found;
  };
  return {
    count: order.count,
    version: 0,
    slice: (from, to) => {
      const end = Math.min(to, order.count);
      return Array.from({ length: Math.max(0, end - from) }, (_, step) => made(from + step));
    },
    byHandle: (handle) => {
      const index = indexOfHandle(handle);
      return index === null || index >= order.count ? null : made(index);
    },
    categories: () =>
      practiceCategories.map((category, place) => ({
        id: 440_000_000_000 + place,
        handle: category.handle,
        title: category.title,
        description: category.description,
        updatedAt: moment(newestDay),
        count: placesIn(category).length,
      })),
    inCategory: (handle) => {
      const category = practiceCategories.find((one) => one.handle === handle);
      if (!category) {
        return null;
      }
      const inside = placesIn(category);
      return { count: inside.length, slice: (from, to) => inside.slice(from, to).map(made) };
    },
    categoriesOf: ({ id }) => {
      const index = id - firstProduct;
      return index < 0 || index >= order.count
        ? []
        : practiceCategories.filter((one) => one.has(index, order.seed)).map(({ handle }) => handle);
    },
  };
}

function shelved(good: Good): CatalogProduct {
  const createdAt = newestDay - good.index * 7 * 3_600_000;
  const version = Math.floor(createdAt / 1000);
  return {
    id: firstProduct + good.index,
    title: good.title,
    handle: good.handle,
    bodyHtml: good.descriptionHtml,
    publishedAt: moment(createdAt + 600_000),
    createdAt: moment(createdAt),
    updatedAt: moment(createdAt + 86_400_000),
    vendor: good.vendor,
    productType: good.type,
    tags: good.tags,
    options: (good.options.length > 0 ? good.options : [{ name: 'Title', values: ['Default Title'] }]).map(
      (option, place) => ({ id: 9_100_000_000_000 + good.index * 3 + place, ...option }),
    ),
    variants: good.variants.map((variant, place) => ({
      id: firstVariant + good.index * variantsPerGood + place,
      optionValues: variant.optionValues.length > 0 ? variant.optionValues : ['Default Title'],
      sku: variant.sku,
      barcode: variant.barcode,
      price: major(variant.cents),
      compareAtPrice: variant.compareAtCents === null ? null : major(variant.compareAtCents),
      grams: variant.grams,
      available: variant.stock > 0,
      quantity: variant.stock,
      requiresShipping: true,
      taxable: true,
      image: good.options.length > 0 ? variant.image : null,
    })),
    images: good.images.map(({ name, alt }, place) => ({
      id: firstImage + good.index * variantsPerGood + place,
      path: `/cdn/shop/files/${name}?v=${version}`,
      alt: alt === '' ? null : alt,
      width: imageSide,
      height: imageSide,
    })),
  };
}

function major(cents: number): string {
  return (cents / 100).toFixed(2);
}

function moment(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, '+00:00');
}
