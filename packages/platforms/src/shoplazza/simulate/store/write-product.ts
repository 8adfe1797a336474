import type { RestAnswer } from '../../../simulating/rest-answers.ts';
import type { Faults } from '../../../simulation-faults.ts';
import { isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../../unread.ts';
import { numberOf } from '../forms.ts';
import { notFound, refused, told, wrong } from './answers.ts';
import { productForm } from './forms.ts';
import { type LazzaLedger, type StoredImage, type StoredProduct, type StoredVariant, slugOf } from './ledger.ts';
import { wrongInAny, wrongInNew, wrongInVariants } from './rules.ts';
import type { Version } from './settings.ts';

/** What a request is applied to. */
export interface Applying {
  ledger: LazzaLedger;
  faults: Faults;
  version: Version;
  now: number;
  /** What was asked, for faults that strike only some. */
  marked: string;
}

/**
 * `POST /products`. What a used `unique_token` does is not known (platform notes 3.5): the first product is told again; told
 * so (`token-refused`) it is refused, and with `token-ignored` a second is made.
 */
export function createProduct(sent: UnreadObject, on: Applying): RestAnswer {
  const { ledger, faults, version, now, marked } = on;
  const errors = wrongInNew(sent, version);
  if (Object.keys(errors).length > 0) {
    return wrong(errors);
  }
  const token = textOf(sent.unique_token);
  const held = token === null ? undefined : ledger.tokens.get(token);
  if (held !== undefined && !faults.strike('token-ignored', marked)) {
    const first = ledger.products.get(held);
    return first && !faults.strike('token-refused', marked)
      ? told({ product: productForm(first, version) }, version)
      : wrong({ unique_token: ['has already been taken'] });
  }
  const product = merged(blankProduct(ledger, now), sent, on);
  product.token = token;
  product.handle = handleFor(textOf(sent.handle) ?? product.title, product, on);
  ledger.save(product, 'app', 'create', now);
  return told({ product: productForm(product, version) }, version);
}

/** `PUT /products/{id}`: what is left out stays. Each variant is named by its id (platform notes 3.4). */
export function updateProduct(id: string, sent: UnreadObject, noEntity: boolean, on: Applying): RestAnswer {
  const { ledger, version, now } = on;
  const product = ledger.products.get(numberOf(id) ?? 0);
  if (!product) {
    return notFound(version);
  }
  const errors = wrongInAny(sent, version);
  if (textOf(sent.title) === null && (version === '2022-01' || sent.title !== undefined)) {
    errors.title = ['必填'];
  }
  const variants = itemsOf(sent.variants);
  for (const [at, variant] of variants.entries()) {
    const known = isObject(variant) && product.variants.some((one) => one.id === numberOf(String(variant.id)));
    if (!known) {
      errors[`variants.${at}.id`] = ['必填'];
    }
  }
  const options = sent.options === undefined ? product.options : itemsOf(sent.options).filter(isObject);
  if (sent.variants !== undefined) {
    Object.assign(errors, wrongInVariants(variants, options, version));
  }
  if (Object.keys(errors).length > 0) {
    return wrong(errors);
  }
  const changed = merged({ ...product }, sent, on);
  if (sent.handle !== undefined && textOf(sent.handle) !== product.handle) {
    changed.handle = handleFor(textOf(sent.handle) ?? changed.title, changed, on);
  }
  changed.updatedAt = Math.max(now, product.updatedAt + 1000);
  ledger.save(changed, 'app', 'update', now);
  return told(noEntity ? {} : { product: productForm(changed, version) }, version);
}

/** `POST /products/{id}/variants`: only to a product that has options. */
export function addVariant(id: string, sent: UnreadObject, on: Applying): RestAnswer {
  const { ledger, version, now } = on;
  const product = ledger.products.get(numberOf(id) ?? 0);
  if (!product) {
    return notFound(version);
  }
  if (product.onlyDefaultVariant) {
    return refused('At least a single variant is included in the product.');
  }
  const errors = wrongInVariants([sent], product.options, version);
  const values = product.options.map((_, at) => textOf(sent[`option${at + 1}`]) ?? '');
  if (product.variants.some((one) => JSON.stringify(one.values) === JSON.stringify(values))) {
    errors.option1 = ['has already been taken'];
  }
  if (Object.keys(errors).length > 0) {
    return wrong(errors);
  }
  const variant = mergedVariant(blankVariant(ledger, now), sent, product.options.length, now);
  ledger.save(
    { ...product, variants: [...product.variants, variant], updatedAt: now },
    'app',
    'update',
    now,
  );
  return told({ variant: { id: variant.id } }, version);
}

function handleFor(wanted: string, product: StoredProduct, { ledger, faults, marked }: Applying): string {
  const always = faults.strike('suffix-handle', marked) !== null;
  return ledger.freeHandle(slugOf(wanted), ledger.products, product.id, always);
}

function merged(product: StoredProduct, sent: UnreadObject, on: Applying): StoredProduct {
  const { ledger, faults, now, marked } = on;
  const text = (name: string, former: string) => (typeof sent[name] === 'string' ? sent[name] : former);
  const flag = (name: string, former: boolean) => (typeof sent[name] === 'boolean' ? sent[name] : former);
  const published = flag('published', product.published);
  const images = imagesIn(sent.images, product, ledger);
  // Whether an update's list of pictures replaces them is assumed; the other way is a fault.
  const kept = product.images.length > 0 && faults.strike('keeps-lists', marked) !== null;
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

/** New ones where there were none; afterwards those named by their ids, the others left as they are. */
function variantsIn(sent: UnreadObject, product: StoredProduct, { ledger, now }: Applying): StoredVariant[] {
  if (sent.variants === undefined) {
    return product.variants;
  }
  const options = sent.options === undefined ? product.options.length : itemsOf(sent.options).length;
  const given = itemsOf(sent.variants).filter(isObject);
  if (product.variants.length === 0) {
    return given.map((variant) => mergedVariant(blankVariant(ledger, now), variant, options, now));
  }
  return product.variants.map((variant) => {
    const change = given.find(({ id }) => numberOf(String(id)) === variant.id);
    return change ? mergedVariant(variant, change, options, now) : variant;
  });
}

function mergedVariant(
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
    // The schema of updates in 2022-01 spells it `weigh_unit` (platform notes 3.4).
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
