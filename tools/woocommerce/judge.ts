import { comparePrices } from '@bowerbird/catalog/pricing/price';
import type { Product, Variant } from '@bowerbird/catalog/product';
import type { ListingCertificate } from '@bowerbird/contract/listing/listing';
import type { ListingRow } from '../../apps/server/src/listing/ledger/ledger.ts';
import type { ImageServer } from './images.ts';
import type { Stored, StoredProduct, StoredVariation } from './store/stored.ts';

/** What a store should contain, and what it contains. */
export interface Judged {
  stored: Stored;
  rows: readonly ListingRow[];
  /** The wanted state of each product of ours, by our ids; a product that should not exist is left out. */
  wanted: ReadonlyMap<string, Product>;
  images: ImageServer;
  /** The store's own products, by their numbers: they must exist; their content is not checked. */
  others?: readonly number[];
}

/**
 * Compares a store's own tables with the ledger and with what was listed: each product once, complete, visible to
 * shoppers, with its values, prices, SKUs and images in order, each image once in the store, and nothing else. A file
 * that PHP was killed in before its sizes were made is no image: it may be left, and no product may show it. Returns
 * what is wrong, one line each.
 */
export function wrongIn({ stored, rows, wanted, images, others = [] }: Judged): string[] {
  const wrong: string[] = [];
  const alive = stored.products.filter(({ status }) => status !== 'trash');
  const byId = new Map(alive.map((product) => [product.id, product]));
  const bound = new Map<number, string>();
  for (const row of rows.filter(({ product_id }) => wanted.has(product_id))) {
    const product = wanted.get(row.product_id);
    const there = byId.get(Number(row.store_product_id));
    if (row.state !== 'listed' || row.open_attempt !== null || row.check_due) {
      wrong.push(`${product?.handle}: the ledger says ${row.state} ${JSON.stringify(row.fault)}`);
    }
    if (!there || !product) {
      wrong.push(`${product?.handle}: not in the store as ${row.store_product_id}`);
      continue;
    }
    if (bound.has(there.id)) {
      wrong.push(`${there.id} is bound twice`);
    }
    bound.set(there.id, row.key);
    wrong.push(
      ...differences(product, there, row.key, stored, images).map((each) => `${product.handle}: ${each}`),
    );
  }
  if (bound.size < wanted.size) {
    wrong.push(`${wanted.size} products should be listed, ${bound.size} are`);
  }
  const expected = new Set(others);
  for (const { id, key, title, status } of alive) {
    if (!bound.has(id) && !expected.has(id)) {
      wrong.push(`${id} "${title}" (${status}, key ${key}) is nobody's`);
    }
  }
  wrong.push(...others.filter((id) => !byId.has(id)).map((id) => `${id} of the store's own is gone`));
  return [...wrong, ...wrongImages(stored, wanted, images)];
}

/** Returns what a certificate says that differs from the facts. */
export function wrongCertificate(certificate: ListingCertificate | null, listed: number): string[] {
  if (certificate === null) {
    return ['no certificate'];
  }
  const { agrees, duplicates, missing, orphans, unfinished, open, changed, imagesFailed } = certificate;
  const counts = { duplicates, missing, orphans, unfinished, open, changed, imagesFailed };
  const wrong = Object.entries(counts).flatMap(([name, count]) =>
    count === 0 ? [] : [`certificate: ${name} ${count}`],
  );
  return [
    ...wrong,
    ...(agrees ? [] : ['certificate: ledger and store do not agree']),
    ...(certificate.listed === listed ? [] : [`certificate: ${certificate.listed} listed, not ${listed}`]),
  ];
}

function differences(
  product: Product,
  there: StoredProduct,
  key: string,
  stored: Stored,
  images: ImageServer,
): string[] {
  const isVariable = product.options.length > 0;
  const [only] = product.variants;
  const addresses = [...new Set(product.images.map(({ url }) => url))].map((url) => images.hashOf(url));
  const shown = there.imageIds.map((id) => stored.images.get(id) ?? `no image ${id}`);
  const wanted: [what: string, wanted: unknown, there: unknown][] = [
    ['key', key, there.key],
    ['status', 'publish', there.status],
    ['title', textOf(product.title), textOf(there.title)],
    ['address', product.handle, there.slug],
    ['type', isVariable ? 'variable' : 'simple', there.type],
    ['images', addresses, shown],
    ['variations', isVariable ? product.variants.length : 0, there.variations.length],
  ];
  const found = wanted.flatMap(([what, ...both]) => differ(what, ...both));
  if (!isVariable && only) {
    found.push(...codes(only, there));
  }
  const chosen = there.attributes.filter(({ isChosen }) => isChosen);
  for (const [at, option] of product.options.entries()) {
    const one = chosen[at];
    const values = [...new Set(option.values.map(textOf))];
    const listed = (one?.values ?? []).map(textOf).map(fold);
    found.push(...differ(`values of ${option.name}`, values.map(fold).sort(), listed.sort()));
  }
  return isVariable ? [...found, ...differentVariations(product, there, stored, images)] : found;
}

function differentVariations(
  product: Product,
  there: StoredProduct,
  stored: Stored,
  images: ImageServer,
): string[] {
  const keys = there.attributes.filter(({ isChosen }) => isChosen).map(({ key }) => key);
  const nameOf = (values: readonly string[]) => JSON.stringify(values.map((value) => fold(textOf(value))));
  const byChoice = Map.groupBy(there.variations, ({ chosen }) =>
    nameOf(keys.map((key) => chosen.get(key) ?? '')),
  );
  return product.variants.flatMap((variant) => {
    const name = nameOf(variant.optionValues);
    const [found, ...more] = byChoice.get(name) ?? [];
    if (!found || more.length > 0) {
      return [
        `variant ${name} is there ${found ? more.length + 1 : 0} times; there are ${[...byChoice.keys()].join(' ')}`,
      ];
    }
    const wanted = variant.imageUrl === null ? null : images.hashOf(variant.imageUrl);
    return [
      ...differ('status', 'publish', found.status),
      ...codes(variant, found),
      ...(wanted === null ? [] : differ('image', wanted, stored.images.get(found.imageId))),
    ].map((each) => `variant ${name}: ${each}`);
  });
}

function codes(variant: Variant, there: Pick<StoredVariation, 'sku' | 'price' | 'regularPrice'>): string[] {
  const { price, compareAtPrice } = variant;
  const isSale = compareAtPrice !== null && price !== null && comparePrices(compareAtPrice, price) > 0;
  return [
    ...differ('sku', variant.sku ?? '', there.sku),
    ...differ('price', Number(price), Number(there.price)),
    ...differ('regular price', Number(isSale ? compareAtPrice : price), Number(there.regularPrice)),
  ];
}

function wrongImages(
  { images: all, products, unfinished }: Stored,
  wanted: ReadonlyMap<string, Product>,
  images: ImageServer,
): string[] {
  const there = new Map([...all].filter(([id]) => !unfinished.has(id)));
  const shown = products.flatMap(({ imageIds, variations }) => [
    ...imageIds,
    ...variations.map(({ imageId }) => imageId),
  ]);
  const unready = shown.filter((id) => unfinished.has(id));
  const counts = Map.groupBy(there.values(), (hash) => hash);
  const twice = [...counts.values()].filter(({ length }) => length > 1);
  const used = new Set(
    [...wanted.values()].flatMap(({ images: addresses }) => addresses.map(({ url }) => images.hashOf(url))),
  );
  const lacking = [...used].filter((hash) => !counts.has(hash));
  return [
    ...(twice.length > 0
      ? [`${twice.length} images are in the store more than once, ${there.size} files in all`]
      : []),
    ...(unready.length > 0 ? [`${unready.length} images are shown that the store has no sizes of`] : []),
    ...(lacking.length > 0 ? [`${lacking.length} images are not in the store`] : []),
  ];
}

/** Returns the text as a shopper reads it: no tags, entities decoded, whitespace collapsed. */
export function textOf(stored: string): string {
  const letters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#039': "'", '#39': "'" };
  return stored
    .replaceAll(/<\/?[a-z][^>]*>/gi, '')
    .replaceAll(/&(amp|lt|gt|quot|#0?39);/g, (whole, name: string) => letters[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * Removes case and accents, which do not count where all products of a store share values (`woocommerce/readme.md`,
 * Writing products).
 */
export const fold = (value: string): string => value.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

function differ(what: string, wanted: unknown, there: unknown): string[] {
  const [one, other] = [JSON.stringify(wanted), JSON.stringify(there)];
  return one === other ? [] : [`${what} is ${other}, not ${one}`];
}
