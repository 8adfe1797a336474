import { isObject, textOf, wholeOf } from '@bowerbird/platforms/reading/unread';
import type { StoreAdmin } from './admin.ts';
import { noProduct, refusal, type StoreAnswer } from './answers.ts';
import { productForm } from './forms.ts';
import { readChange } from './intake.ts';
import { longId, numberOf, type StoredProduct, statuses } from './record.ts';

/**
 * Creates a product. Undocumented behaviour of creates and updates is assumed; the alternatives are faults of the
 * simulator (`simulation-faults.ts`).
 */
export function createProduct(body: unknown, admin: StoreAdmin): StoreAnswer {
  const { ledger, now } = admin;
  const read = readChange(body, null, () => ledger.nextNumber());
  if ('errors' in read) {
    return refusal(422, read.errors);
  }
  const { change } = read;
  const partial = admin.injectFault('partial');
  const number = ledger.nextNumber();
  const wanted = change.handle || slugOf(change.title ?? '');
  const handle = ledger.handleFor(wanted, number, admin.handleRule);
  if (handle === null) {
    return refusal(422, { handle: ['is already taken'] });
  }
  const product: StoredProduct = {
    number,
    title: '',
    subtitle: '',
    bodyHtml: '',
    vendor: '',
    spu: '',
    category: '',
    status: 'draft',
    tags: [],
    seoTitle: '',
    seoDescription: '',
    options: [],
    variants: [],
    images: [],
    createdAt: now,
    updatedAt: now,
    publishedAt: null,
    // Interrupted after its first row: only the title and the handle exist.
    ...(partial ? { title: change.title ?? '' } : change),
    handle,
  };
  const made = ledger.put(shown(product, now), now);
  return partial ? { status: 500, body: '' } : answered(made, admin);
}

/**
 * Updates a product. A nonexistent one is created again under another id (the vendor's page "Update a product" of the
 * REST Admin API). A body without a title creates nothing (assumed).
 */
export function updateProduct(id: string, body: unknown, admin: StoreAdmin): StoreAnswer {
  const { ledger, now } = admin;
  const current = byId(id, admin);
  if (current === null) {
    const sent = isObject(body) && isObject(body.product) ? body.product : {};
    return textOf(sent.title) === null ? noProduct : createProduct(body, admin);
  }
  const read = readChange(body, current, () => ledger.nextNumber());
  if ('errors' in read) {
    return refusal(422, read.errors);
  }
  const change = admin.keepsLists ? withKept(read.change, current) : read.change;
  const handle = ledger.handleFor(change.handle || current.handle, current.number, admin.handleRule);
  if (handle === null) {
    return refusal(422, { handle: ['is already taken'] });
  }
  const product = { ...current, ...change, handle, updatedAt: now };
  return answered(ledger.put(shown(product, now), now), admin);
}

/** Returns a change whose lists only add: what exists and is not named stays (the alternative assumption). */
function withKept(change: Partial<StoredProduct>, current: StoredProduct): Partial<StoredProduct> {
  const { variants, images } = change;
  const left = <Row extends { number: number }>(rows: readonly Row[], named: readonly Row[]) =>
    rows.filter(({ number }) => !named.some((each) => each.number === number));
  return {
    ...change,
    ...(variants && { variants: [...variants, ...left(current.variants, variants)] }),
    ...(images && { images: [...left(current.images, images), ...images] }),
  };
}

function shown(product: StoredProduct, now: number): StoredProduct {
  return product.status === 'active' && product.publishedAt === null
    ? { ...product, publishedAt: now }
    : product;
}

export function deleteProduct(id: string, admin: StoreAdmin): StoreAnswer {
  const product = byId(id, admin);
  if (product === null) {
    return noProduct;
  }
  admin.ledger.remove(product, admin.now);
  return { status: 200, body: {} };
}

/** Deletes a variant; the last variant of a product stays (assumed). */
export function deleteVariant(id: string, variantId: string, admin: StoreAdmin): StoreAnswer {
  const product = byId(id, admin);
  const variants = product?.variants.filter(({ number }) => longId(number) !== variantId) ?? [];
  if (product === null || variants.length === product.variants.length) {
    return noProduct;
  }
  if (variants.length === 0) {
    return refusal(422, { variant: ['is the last one'] });
  }
  admin.ledger.put({ ...product, variants, updatedAt: admin.now }, admin.now);
  return { status: 200, body: {} };
}

export function deleteImage(id: string, imageId: string, admin: StoreAdmin): StoreAnswer {
  const product = byId(id, admin);
  const images = product?.images.filter(({ number }) => String(number) !== imageId) ?? [];
  if (product === null || images.length === product.images.length) {
    return noProduct;
  }
  admin.ledger.put({ ...product, images, updatedAt: admin.now }, admin.now);
  return { status: 200, body: {} };
}

export function getProduct(id: string, admin: StoreAdmin): StoreAnswer {
  const product = byId(id, admin);
  return product === null ? noProduct : answered(product, admin);
}

/**
 * Answers `GET products/products.json`: a page of at most 250; the next one is in the header `link`
 * (`shopline/readme.md`, Versions and answers).
 */
export function listProducts(query: URLSearchParams, admin: StoreAdmin): StoreAnswer {
  const limit = wholeOf(query.get('limit') ?? 50) ?? 0;
  if (limit < 1 || limit > 250) {
    return refusal(400, 'limit must be between 1 and 250');
  }
  const place = pageIn(query.get('page_info'));
  const requested = place === null ? query : new URLSearchParams(place.query);
  const found = [...admin.ledger.products.values()].filter(
    (product) => admin.isListed(product) && fits(product, requested),
  );
  const rising = requested.get('order_by') === 'created_at_asc' ? 1 : -1;
  found.sort((one, other) => rising * (one.createdAt - other.createdAt || one.number - other.number));
  const from = place?.from ?? 0;
  const page = found.slice(from, from + limit);
  const next =
    from + limit < found.length
      ? btoa(JSON.stringify({ from: from + limit, query: requested.toString() }))
      : null;
  const address = `${admin.origin}/admin/openapi/v20251201/products/products.json?limit=${limit}&page_info=${next}`;
  return {
    status: 200,
    body: { products: page.map((product) => productForm(product, admin.ledger, admin.reaches)) },
    ...(next !== null && { headers: { link: `<${address}>; rel="next"` } }),
  };
}

function pageIn(info: string | null): { from: number; query: string } | null {
  return info === null ? null : (JSON.parse(atob(info)) as { from: number; query: string });
}

function fits(product: StoredProduct, query: URLSearchParams): boolean {
  const ids = query.get('ids')?.split(',');
  const since = query.get('created_at_min');
  const status = statuses.find((one) => one === query.get('status'));
  const handle = query.get('handle');
  const title = query.get('title');
  return (
    (ids === undefined || ids.includes(longId(product.number))) &&
    (handle === null || product.handle === handle) &&
    (since === null || product.createdAt >= Math.floor(Date.parse(since) / 1000) * 1000) &&
    (title === null || product.title.includes(title)) &&
    (status === undefined || product.status === status)
  );
}

export function byId(id: string, admin: StoreAdmin): StoredProduct | null {
  return admin.ledger.products.get(numberOf(id) ?? -1) ?? null;
}

function answered(product: StoredProduct, admin: StoreAdmin): StoreAnswer {
  return { status: 200, body: { product: productForm(product, admin.ledger, admin.reaches) } };
}

function slugOf(title: string): string {
  return textOf(title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')) ?? 'product';
}
