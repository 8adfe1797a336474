import { isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '@bowerbird/platforms/reading/unread';
import type { Faults } from '../../simulation-faults.ts';
import { numberOf } from '../forms.ts';
import type { LazzaLedger, StoredImage, StoredProduct, StoredVariant } from './ledger.ts';
import type { Version } from './settings.ts';

/** Context in which a request is applied. */
export interface Applying {
  ledger: LazzaLedger;
  faults: Faults;
  version: Version;
  now: number;
  /** Text of the request, for faults that apply only to some requests. */
  marked: string;
}

/** Returns the product with the fields that were sent; others stay unchanged. */
export function merged(product: StoredProduct, sent: UnreadObject, on: Applying): StoredProduct {
  const { ledger, faults, now, marked } = on;
  const text = (name: string, former: string) => (typeof sent[name] === 'string' ? sent[name] : former);
  const flag = (name: string, former: boolean) => (typeof sent[name] === 'boolean' ? sent[name] : former);
  const published = flag('published', product.published);
  const images = imagesIn(sent.images, product, ledger);
  // We assume that an update's lists replace what they do not name; the opposite is a fault.
  const kept = product.images.length > 0 && faults.injectFault('keeps-lists', marked) !== null;
  return {
    ...product,
    title: text('title', product.title).trim(),
    brief: text('brief', product.brief),
    description: text('description', product.description),
    published,
    publishedAt: published ? (product.publishedAt ?? now) : null,
    requiresShipping: flag('requires_shipping', flag('require_shipping', product.requiresShipping)),
    taxable: flag('taxable', product.taxable),
    tags: sent.tags === undefined ? product.tags : wordsIn(sent.tags),
    vendor: text('vendor', product.vendor),
    productType: text('product_type', product.productType),
    note: text('note', product.note),
    seo: {
      title: text('seo_title', product.seo.title),
      description: text('seo_description', product.seo.description),
      keywords: sent.seo_keywords === undefined ? product.seo.keywords : wordsIn(sent.seo_keywords),
    },
    onlyDefaultVariant: flag('has_only_default_variant', product.onlyDefaultVariant),
    needVariantImage: flag('need_variant_image', product.needVariantImage),
    inventoryTracking: flag('inventory_tracking', product.inventoryTracking),
    inventoryPolicy: text('inventory_policy', product.inventoryPolicy),
    spu: text('spu', product.spu),
    images: images === null ? product.images : kept ? [...product.images, ...images] : images,
    options: sent.options === undefined ? product.options : optionsIn(sent.options, ledger),
    variants: variantsIn(sent, product, on),
    collections:
      sent.collection_ids === undefined
        ? product.collections
        : itemsOf(sent.collection_ids)
            .map((id) => numberOf(String(id)) ?? 0)
            .filter((id) => ledger.collections.has(id)),
  };
}

function imagesIn(sent: unknown, product: StoredProduct, ledger: LazzaLedger): StoredImage[] | null {
  return sent === undefined
    ? null
    : itemsOf(sent).flatMap((image) => {
        const source = isObject(image) ? textOf(image.src) : null;
        const known = isObject(image) && product.images.find(({ id }) => id === numberOf(String(image.id)));
        if (known) {
          return [known];
        }
        const alt = isObject(image) ? (textOf(image.alt) ?? '') : '';
        return source === null ? [] : [{ id: ledger.newId(), source: absolute(source), alt }];
      });
}

function optionsIn(sent: unknown, ledger: LazzaLedger): StoredProduct['options'] {
  return itemsOf(sent).flatMap((option) =>
    isObject(option)
      ? [
          {
            id: ledger.newId(),
            name: textOf(option.name) ?? '',
            values: itemsOf(option.values).map(String),
          },
        ]
      : [],
  );
}

/**
 * Returns new variants when there were none; otherwise those named by their ids. We assume, as for images, that the
 * others are removed.
 */
function variantsIn(
  sent: UnreadObject,
  product: StoredProduct,
  { ledger, faults, marked, now }: Applying,
): StoredVariant[] {
  if (sent.variants === undefined) {
    return product.variants;
  }
  const options = sent.options === undefined ? product.options.length : itemsOf(sent.options).length;
  const given = itemsOf(sent.variants).filter(isObject);
  if (product.variants.length === 0) {
    return given.map((variant) => mergedVariant(blankVariant(ledger, now), variant, options, now));
  }
  const keeps = faults.injectFault('keeps-lists', marked) !== null;
  return product.variants.flatMap((variant) => {
    const change = given.find(({ id }) => numberOf(String(id)) === variant.id);
    return change ? mergedVariant(variant, change, options, now) : keeps ? variant : [];
  });
}

export function mergedVariant(
  variant: StoredVariant,
  sent: UnreadObject,
  options: number,
  now: number,
): StoredVariant {
  const text = (name: string, former: string) => (typeof sent[name] === 'string' ? sent[name] : former);
  const amount = (name: string, former: string) => (sent[name] === undefined ? former : String(sent[name]));
  const values = Array.from({ length: options }, (_, at) =>
    text(`option${at + 1}`, variant.values[at] ?? ''),
  );
  const image = isObject(sent.image) ? textOf(sent.image.src) : variant.image;
  return {
    ...variant,
    values,
    price: amount('price', variant.price),
    compareAtPrice: amount('compare_at_price', variant.compareAtPrice),
    cost: amount('cost_price', variant.cost),
    sku: text('sku', variant.sku),
    barcode: text('barcode', variant.barcode),
    quantity: wholeOf(sent.inventory_quantity) ?? variant.quantity,
    weight: amount('weight', variant.weight),
    // The update schema of 2022-01 spells it `weigh_unit` (`shoplazza/readme.md`, Writing products).
    weightUnit: text('weight_unit', text('weigh_unit', variant.weightUnit)),
    image: image === null ? null : absolute(image),
    updatedAt: now,
  };
}

export function blankProduct(ledger: LazzaLedger, now: number): StoredProduct {
  return {
    id: ledger.newId(),
    title: '',
    brief: '',
    description: '',
    published: false,
    requiresShipping: false,
    taxable: false,
    tags: [],
    vendor: '',
    productType: '',
    note: '',
    seo: { title: '', description: '', keywords: [] },
    handle: '',
    onlyDefaultVariant: true,
    needVariantImage: false,
    inventoryTracking: false,
    inventoryPolicy: 'continue',
    spu: '',
    options: [],
    images: [],
    variants: [],
    collections: [],
    token: null,
    by: 'app',
    createdAt: now,
    updatedAt: now,
    publishedAt: null,
  };
}

export function blankVariant(ledger: LazzaLedger, now: number): StoredVariant {
  return {
    id: ledger.newId(),
    values: [],
    price: '0',
    compareAtPrice: '0',
    cost: '0',
    sku: '',
    barcode: '',
    quantity: 0,
    weight: '0',
    weightUnit: 'kg',
    image: null,
    createdAt: now,
    updatedAt: now,
  };
}

function wordsIn(sent: unknown): string[] {
  const words = typeof sent === 'string' ? sent.split(',') : itemsOf(sent);
  return words.flatMap((word) => textOf(word) ?? []);
}

function absolute(address: string): string {
  return address.startsWith('//') ? `https:${address}` : address;
}
