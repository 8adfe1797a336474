import { isObject, textOf, wholeOf } from '../../../unread.ts';
import { noProduct, refusal, type StoreAnswer } from './answers.ts';
import type { Desk } from './desk.ts';
import { productForm } from './forms.ts';
import { readChange } from './intake.ts';
import { longId, numberOf, type StoredProduct, statuses } from './record.ts';

/** Assumed: what nobody wrote down about a create and an update is a fault of the desk (`simulation-faults.ts`). */
export function createProduct(body: unknown, desk: Desk): StoreAnswer {
  const { ledger, now } = desk;
  const read = readChange(body, null, () => ledger.nextNumber());
  if ('errors' in read) {
    return refusal(422, read.errors);
  }
  const { change } = read;
  const halfMade = desk.strike('half-made');
  const number = ledger.nextNumber();
  const wanted = change.handle || slugOf(change.title ?? '');
  const handle = ledger.handleFor(wanted, number, desk.handleRule);
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
    // Cut off after its first row: the title and the handle stand, and nothing else.
    ...(halfMade ? { title: change.title ?? '' } : change),
    handle,
  };
  const made = ledger.put(shown(product, now), now);
  return halfMade ? { status: 500, body: '' } : answered(made, desk);
}

/**
 * One that is not there is made anew, under another id (the vendor's page "Update a product" of the REST Admin API). A body that names no
 * title makes nothing (assumed).
 */
export function updateProduct(id: string, body: unknown, desk: Desk): StoreAnswer {
  const { ledger, now } = desk;
  const current = byId(id, desk);
  if (current === null) {
    const sent = isObject(body) && isObject(body.product) ? body.product : {};
    return textOf(sent.title) === null ? noProduct : createProduct(body, desk);
  }
  const read = readChange(body, current, () => ledger.nextNumber());
  if ('errors' in read) {
    return refusal(422, read.errors);
  }
  const change = desk.keepsLists ? withKept(read.change, current) : read.change;
  const handle = ledger.handleFor(change.handle || current.handle, current.number, desk.handleRule);
  if (handle === null) {
    return refusal(422, { handle: ['is already taken'] });
  }
  const product = { ...current, ...change, handle, updatedAt: now };
  return answered(ledger.put(shown(product, now), now), desk);
}

/** Lists that are added to: what is there and not named stays (assumed, the other way). */
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

export function deleteProduct(id: string, desk: Desk): StoreAnswer {
  const product = byId(id, desk);
  if (product === null) {
    return noProduct;
  }
  desk.ledger.remove(product, desk.now);
  return { status: 200, body: {} };
}

/** The last variant of a product stays (assumed). */
export function deleteVariant(id: string, variantId: string, desk: Desk): StoreAnswer {
  const product = byId(id, desk);
  const variants = product?.variants.filter(({ number }) => longId(number) !== variantId) ?? [];
  if (product === null || variants.length === product.variants.length) {
    return noProduct;
  }
  if (variants.length === 0) {
    return refusal(422, { variant: ['is the last one'] });
  }
  desk.ledger.put({ ...product, variants, updatedAt: desk.now }, desk.now);
  return { status: 200, body: {} };
}

export function deleteImage(id: string, imageId: string, desk: Desk): StoreAnswer {
  const product = byId(id, desk);
  const images = product?.images.filter(({ number }) => String(number) !== imageId) ?? [];
  if (product === null || images.length === product.images.length) {
    return noProduct;
  }
  desk.ledger.put({ ...product, images, updatedAt: desk.now }, desk.now);
  return { status: 200, body: {} };
}

export function getProduct(id: string, desk: Desk): StoreAnswer {
  const product = byId(id, desk);
  return product === null ? noProduct : answered(product, desk);
}

/**
 * `GET products/products.json`, a page of at most 250; the next one stands in the header `link` (`readme.md`, Versions and
 * answers).
 */
export function listProducts(query: URLSearchParams, desk: Desk): StoreAnswer {
  const limit = wholeOf(query.get('limit') ?? 50) ?? 0;
  if (limit < 1 || limit > 250) {
    return refusal(400, 'limit must be between 1 and 250');
  }
  const place = pageIn(query.get('page_info'));
  const asked = place === null ? query : new URLSearchParams(place.query);
  const found = [...desk.ledger.products.values()].filter(
    (product) => desk.isListed(product) && fits(product, asked),
  );
  const rising = asked.get('order_by') === 'created_at_asc' ? 1 : -1;
  found.sort((one, other) => rising * (one.createdAt - other.createdAt || one.number - other.number));
  const from = place?.from ?? 0;
  const page = found.slice(from, from + limit);
  const next =
    from + limit < found.length
      ? btoa(JSON.stringify({ from: from + limit, query: asked.toString() }))
      : null;
  const address = `${desk.origin}/admin/openapi/v20251201/products/products.json?limit=${limit}&page_info=${next}`;
  return {
    status: 200,
    body: { products: page.map((product) => productForm(product, desk.ledger, desk.reaches)) },
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

export function byId(id: string, desk: Desk): StoredProduct | null {
  return desk.ledger.products.get(numberOf(id) ?? -1) ?? null;
}

function answered(product: StoredProduct, desk: Desk): StoreAnswer {
  return { status: 200, body: { product: productForm(product, desk.ledger, desk.reaches) } };
}

function slugOf(title: string): string {
  return textOf(title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')) ?? 'product';
}
