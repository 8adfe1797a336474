import type { Product, Variant } from '@bowerbird/catalog/product';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import type { Fault } from '@bowerbird/simulators/simulation-faults';
import type { StoreSettings } from '@bowerbird/simulators/woocommerce/store/auth';
import { createWooStore, type WooStoreOptions } from '@bowerbird/simulators/woocommerce/store/woo-store';
import { expect } from 'vitest';
import { termName } from '../../listing/dependencies.ts';
import type { LookupRequest } from '../../listing/product-seen.ts';
import type { StoreAccess } from '../../listing/store/access.ts';
import type { Outcome, ToCreate } from '../../listing/writes.ts';
import { contextWith, type ListerStore } from '../../testing/lister/bench.ts';
import { lister } from './lister.ts';

const variant: Variant = variantWith({
  price: '18.50',
  stock: 12,
  available: true,
  weight: { value: '350', unit: 'g' },
});

/** A product without options, and without a SKU. */
export const mug: Product = productWith({
  title: 'Stoneware mug “Noir” & saucer',
  handle: 'stoneware-mug',
  descriptionHtml: '<p>A mug of <strong>350 ml</strong>.</p>',
  vendor: 'Glade Home',
  productType: 'Mugs',
  tags: ['kitchen'],
  variants: [variant],
  images: [image('mug')],
  categories: [['Home', 'Mugs & more']],
  seo: { title: null, description: 'A mug.' },
  attributes: [{ name: 'Material', value: 'Stoneware' }],
});

/** A product with two options, each of its four variants with a SKU and a price of its own. */
export const hoodie: Product = {
  ...mug,
  title: 'Fleece hoodie',
  handle: 'fleece-hoodie',
  options: [
    { name: 'Color', values: ['Blue', 'Red'] },
    { name: 'Size', values: ['S', 'M'] },
  ],
  variants: ['Blue', 'Red'].flatMap((colour, row) =>
    ['S', 'M'].map((size, column) => ({
      ...variant,
      id: `v${row * 2 + column + 1}`,
      sku: `HOOD-${colour[0]}-${size}`,
      optionValues: [colour, size],
      price: row === 0 ? '49.90' : '39.90',
      compareAtPrice: row === 0 ? null : '49.90',
      stock: row * 2 + column,
      available: row * 2 + column > 0,
      imageUrl: `https://pictures.example/${colour.toLowerCase()}.jpg`,
    })),
  ),
  images: [image('blue'), image('red')],
};

function image(name: string): Product['images'][number] {
  return { url: `https://pictures.example/${name}.jpg`, alt: name, width: null, height: null };
}

export function withSku(sku: string, product: Product = mug): Product {
  return { ...product, variants: product.variants.map((each) => ({ ...each, sku })) };
}

/** Returns an item with its own key and attempt for each number. */
export function item(product: Product, number = 1): ToCreate {
  const letter = 'abcdefghijklmnopqrstuvwxyz'[number % 26] ?? 'a';
  const next = 'abcdefghijklmnopqrstuvwxyz'[Math.floor(number / 26)] ?? 'a';
  return {
    attemptId: `019aa000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    key: `bb-${next}${letter.repeat(15)}`,
    product,
    options: { status: 'active', publish: true },
  };
}

/** A simulated store and the account that writes to it: by its keys, or by an application password. */
export function freshStore({
  connection = 'rest-keys',
  ...options
}: Partial<WooStoreOptions> & {
  connection?: StoreAccess['connection'];
  store?: Partial<StoreSettings>;
} = {}) {
  const store = createWooStore({ name: 'moss', ...options });
  const { consumerKey, consumerSecret, user, applicationPassword } = store.settings;
  const fetch = fetchFrom(new Map([['moss.localhost', store]]));
  const keys = { consumerKey, consumerSecret };
  const requested: ListerStore = {
    access: {
      domain: 'moss.localhost:8901',
      connection,
      credentials: connection === 'rest-keys' ? keys : { user, applicationPassword },
      prepared: {},
    },
    fetch,
    trouble: (fault: Fault) => store.faults.add(fault),
    count: () => store.view().products.length,
    remove: (id) => {
      const product = store.ledger.products.get(Number(id));
      if (product) {
        store.ledger.remove(product, Date.now());
      }
    },
  };
  return { store, requested };
}

/** A store prepared for writing; each request sent to it since is recorded. */
export async function preparedStore(options: Parameters<typeof freshStore>[0] = {}) {
  const { store, requested } = freshStore(options);
  const requests: string[] = [];
  const context = contextWith(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    requests.push(`${init?.method ?? 'GET'} ${url.pathname.replace('/wp-json', '')}`);
    return await requested.fetch(input, init);
  });
  const { details } = await lister.connector.prepare(requested.access, context);
  requests.length = 0;
  return { store, access: { ...requested.access, prepared: details }, context, requests };
}

type Open = Awaited<ReturnType<typeof preparedStore>>;

/** Completes a bound product as a run does: step by step, each with a read before its intent. */
export async function makeWhole(
  given: ToCreate,
  first: Outcome | undefined,
  { access, context }: Pick<Open, 'access' | 'context'>,
): Promise<Outcome | undefined> {
  const storeProductId = idOf(first);
  let outcome = first;
  const isOpen = () =>
    (outcome?.outcome === 'applied' && outcome.partial) || outcome?.outcome === 'throttled';
  for (let steps = 0; isOpen() && steps < 9; steps += 1) {
    const [held] = (await lister.reader.held?.([storeProductId], 'update', access, context)) ?? [];
    const attempt = { ...given, attemptId: given.attemptId.replace(/.{2}$/, `9${steps}`) };
    [outcome] = await lister.writer.update(
      [{ ...attempt, storeProductId, images: new Map(), ...(held !== undefined && { held }) }],
      access,
      context,
    );
  }
  return outcome;
}

/** Finds or creates the terms that a product names, as a run does before the product's own request. */
export async function bringTerms(
  given: ToCreate,
  { access, context }: Pick<Open, 'access' | 'context'>,
): Promise<ToCreate> {
  const terms = new Map<string, string>();
  for (const term of lister.writer.terms?.of(given.product) ?? []) {
    const parts =
      term.kind === 'category' ? term.path.map((_, at) => term.path.slice(0, at + 1)) : [term.path];
    let id: string | null = null;
    for (const path of parts) {
      const [found = null]: (string | null)[] =
        (await lister.writer.terms?.find([{ ...term, path }], access, context)) ?? [];
      id = found ?? (await lister.writer.terms?.make({ ...term, path }, id, access, context)) ?? null;
    }
    terms.set(termName(term), id ?? '');
  }
  return { ...given, terms };
}

/** Lists a product as a run does: its terms, the draft, everything still missing, and then publishing. */
export async function listThrough(
  given: ToCreate,
  open: Pick<Open, 'access' | 'context'>,
): Promise<Outcome[]> {
  const named = await bringTerms(given, open);
  const [made] = await lister.writer.create([named], open.access, open.context);
  const whole = await makeWhole(named, made, open);
  return [made, whole, await show(named, idOf(made), open)].flatMap((outcome) => outcome ?? []);
}

/** Publishes a product by its id, as it was read before. */
export async function show(
  given: ToCreate,
  storeProductId: string,
  { access, context }: Pick<Open, 'access' | 'context'>,
): Promise<Outcome | undefined> {
  const [held] = (await lister.reader.held?.([storeProductId], 'publish', access, context)) ?? [];
  const target = { ...given, storeProductId, images: new Map<string, string>() };
  const [shown] =
    (await lister.writer.publish?.([{ ...target, ...(held !== undefined && { held }) }], access, context)) ??
    [];
  return shown;
}

export function idOf(outcome: Outcome | undefined): string {
  return outcome?.outcome === 'applied' ? outcome.storeProductId : '';
}

/** Returns the outcome of a product that is bound and still to be completed. */
export function partialBound(storeProductId: string): Outcome {
  return {
    outcome: 'applied',
    storeProductId,
    version: '',
    hash: '',
    address: null,
    notes: [],
    partial: { step: expect.any(String), differs: expect.any(Array) },
  };
}

/** Returns the look-up request for this product, intended now. */
export function requestFor({ key, product }: ToCreate, changes: Partial<LookupRequest> = {}): LookupRequest {
  const skus = product.variants.flatMap(({ sku }) => sku ?? []);
  return { key, storeProductId: null, handle: product.handle, skus, since: Date.now(), product, ...changes };
}

export const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
/** Returns this many products, each with a SKU of its own. */
export const batchOf = (count: number) =>
  numbers(count).map((number) => item({ ...withSku(`SKU-${number}`), handle: `mug-${number}` }, number));
