import { isObject, type UnreadObject } from '@bowerbird/platforms/reading/unread';
import { ConnectionLost, type Outside } from '../../simulation.ts';
import { type Faults, faultNumber } from '../../simulation-faults.ts';
import { badField, type RestAnswer, refusal } from '../../store/rest-answers.ts';
import { cut, productForm, type StoreForm } from './forms.ts';
import { keyOf, type WooLedger } from './ledger.ts';
import { newProduct, type StoredProduct } from './record.ts';
import { problemIn, writeInto } from './write-product.ts';

/** What a request is applied with. */
export interface StoreAdmin extends StoreForm {
  faults: Faults;
  now: number;
  outside: Outside;
  gmtOffset: number;
  readsZone: boolean;
}

export const invalidId = (status: number) =>
  refusal(status, 'woocommerce_rest_product_invalid_id', 'Invalid ID.');

export function listProducts(query: URLSearchParams, admin: StoreAdmin): RestAnswer {
  const stale = admin.faults.inForce('stale-reads');
  const until = stale ? admin.now - faultNumber(stale, 10_000) : Number.POSITIVE_INFINITY;
  const known = [...admin.ledger.products.values()].filter(({ created }) => created <= until);
  const found = known.filter((product) => fits(product, query, admin));
  return listed(found, query, (product) => ({
    ...rendered(product, query, admin),
    ...(product.parent !== 0 && { parent_id: product.parent }),
  }));
}

/** Returns one page; beyond the end it is empty (`woocommerce/readme.md`, Public endpoints). */
export function listed(
  found: StoredProduct[],
  query: URLSearchParams,
  form: (product: StoredProduct) => object,
): RestAnswer {
  const perPage = Number(query.get('per_page') ?? 10);
  const page = Number(query.get('page') ?? 1);
  if (!Number.isInteger(perPage) || perPage < 1 || perPage > 100) {
    const words = 'per_page must be between 1 (inclusive) and 100 (inclusive)';
    return badField('per_page', 'rest_out_of_bounds', words);
  }
  const rising = query.get('order') === 'asc' ? 1 : -1;
  const by =
    query.get('orderby') === 'id' ? ({ id }: StoredProduct) => id : ({ created }: StoredProduct) => created;
  found.sort((one, other) => rising * (by(one) - by(other) || one.id - other.id));
  return {
    status: 200,
    body: found.slice((page - 1) * perPage, page * perPage).map((one) => cut(form(one), query)),
    headers: {
      'x-wp-total': String(found.length),
      'x-wp-totalpages': String(Math.ceil(found.length / perPage)),
    },
  };
}

/**
 * Reports whether a product matches the query. `any` is every status but the trash; `slug` names one, `sku` several,
 * variations among them (`woocommerce/readme.md`, Uniqueness).
 */
function fits(product: StoredProduct, query: URLSearchParams, admin: StoreAdmin): boolean {
  const wanted = query.get('status') ?? 'any';
  const slug = query.get('slug');
  const skus = query.get('sku')?.split(',');
  const include = query.get('include')?.split(',').map(Number);
  const search = query.get('search')?.toLowerCase();
  const after = query.get('after');
  return (
    (product.parent === 0 || skus !== undefined) &&
    (wanted === 'any' ? product.status !== 'trash' : product.status === wanted) &&
    (slug === null || product.slug === slug) &&
    (skus === undefined || (product.sku !== '' && skus.includes(product.sku))) &&
    (include === undefined || include.includes(product.id)) &&
    (search === undefined || product.name.toLowerCase().includes(search)) &&
    (after === null || product.created > instantOf(after, admin))
  );
}

/**
 * Returns the time of `after`: with a time zone it is absolute; without one, or where the zone is ignored, it is in the
 * site's own time (from memory).
 */
function instantOf(after: string, { gmtOffset, readsZone }: StoreAdmin): number {
  const isInstant = readsZone && /(?:Z|[+-]\d\d:?\d\d)$/.test(after);
  const asUtc = Date.parse(`${after.slice(0, 19)}Z`);
  return isInstant ? Date.parse(after) : asUtc - gmtOffset * 3_600_000;
}

export function getProduct(id: number, query: URLSearchParams, admin: StoreAdmin): RestAnswer {
  const product = admin.ledger.products.get(id);
  return product?.parent === 0
    ? { status: 200, body: cut(rendered(product, query, admin), query) }
    : invalidId(404);
}

/**
 * Returns a product in the requested form: viewers get descriptions as shoppers do, editors as they were written; names
 * are encoded for both (recorded).
 */
function rendered(product: StoredProduct, query: URLSearchParams, admin: StoreAdmin): object {
  const form = productForm(product, admin);
  return query.get('context') === 'edit'
    ? form
    : { ...form, description: product.description === '' ? '' : `${product.description}\n` };
}

/**
 * Creates a product. The post is created first, then the SKU, then the marks; a create that is cut off in between
 * leaves a partial product (`docs/listing-protocol.md`, Draft first).
 */
export function createProduct(body: UnreadObject, admin: StoreAdmin, isRow: boolean): RestAnswer {
  const wrong = isRow ? null : problemIn(body);
  if (wrong) {
    return wrong;
  }
  const { ledger, faults, now } = admin;
  const stated = refusedAsStated(body, admin);
  if (stated) {
    return stated;
  }
  const product = newProduct(0, now);
  const filesBefore = new Set(ledger.files.keys());
  const problem = writeInto(product, body, ledger, now);
  if (problem) {
    return problem;
  }
  product.id = ledger.nextId();
  product.slug = slugAtFirst(product, body, admin);
  const half = faults.injectFault('partial', JSON.stringify(body));
  if (half && ['image', 'named-image', 'bare-image'].includes(String(half.value))) {
    interruptFiles(String(half.value), filesBefore, ledger);
    throw new ConnectionLost();
  }
  if (half) {
    const { id, name, slug, status, description, created, modified } = product;
    const bare = { ...newProduct(id, now), name, slug, status, description, created, modified };
    ledger.put(half.value === 'sku' ? { ...bare, sku: product.sku } : bare);
    ledger.history.push({ action: 'create', id, key: keyOf(product), at: now });
    throw new ConnectionLost();
  }
  ledger.put(product);
  ledger.history.push({ action: 'create', id: product.id, key: keyOf(product), at: now });
  return { status: 201, body: productForm(product, admin) };
}

/**
 * Leaves the files of a product that never came to be as PHP leaves them when it is killed: the alt text is set after
 * the sizes are made, and the name after that (read in WooCommerce's source, seen on 11.0.1).
 */
function interruptFiles(at: string, before: ReadonlySet<number>, ledger: WooLedger): void {
  for (const file of [...ledger.files.values()].filter(({ id }) => !before.has(id))) {
    const title = at === 'named-image' ? file.title : file.name;
    ledger.files.set(file.id, { ...file, title, alt: at === 'bare-image' ? '' : file.alt });
  }
}

export function refusedAsStated(body: UnreadObject, { faults }: StoreAdmin): RestAnswer | null {
  const stated = faults.injectFault('refuse', JSON.stringify(body));
  return stated ? refusal(400, String(stated.value), 'Refused.') : null;
}

/**
 * Returns the first slug. That drafts keep the slug they are given, even if another product has it, is from memory:
 * both behaviours can be selected.
 */
function slugAtFirst(product: StoredProduct, body: UnreadObject, { ledger, faults }: StoreAdmin): string {
  const wanted = typeof body.slug === 'string' ? body.slug : '';
  const slug = ledger.slugFor(product, wanted);
  if (product.status === 'draft' && faults.injectFault('drops-slug', JSON.stringify(body))) {
    return '';
  }
  return faults.injectFault('suffix-handle', JSON.stringify(body)) ? `${slug}-2` : slug;
}

export function updateProduct(id: number, body: UnreadObject, admin: StoreAdmin, isRow: boolean): RestAnswer {
  const before = admin.ledger.products.get(id);
  if (before?.parent !== 0) {
    return invalidId(400);
  }
  const wrong = isRow ? null : problemIn(body);
  if (wrong) {
    return wrong;
  }
  const product = { ...before };
  const problem = writeInto(product, body, admin.ledger, admin.now);
  if (problem) {
    return problem;
  }
  const wanted = typeof body.slug === 'string' ? body.slug : before.slug.replace(/__trashed$/, '');
  // Any other status restores it from the trash, under its own name again (recorded).
  product.slug = product.status === 'trash' ? before.slug : admin.ledger.slugFor(product, wanted);
  admin.ledger.put(product);
  const isBack = before.status === 'trash' && product.status !== 'trash';
  // A status written to the product does not change its variations (from memory), which can be switched.
  for (const variation of isBack ? admin.ledger.allVariationsOf(id) : []) {
    if (variation.status === 'trash' && admin.faults.injectFault('untrash-brings-variations')) {
      admin.ledger.put({ ...variation, status: 'publish', modified: admin.now });
    }
  }
  return { status: 200, body: productForm(product, admin) };
}

/** Moves to the trash; with `force`, and always in a batch, deletes permanently (read in its source). */
export function deleteProduct(id: number, force: boolean, admin: StoreAdmin): RestAnswer {
  const product = admin.ledger.products.get(id);
  if (product?.parent !== 0) {
    return invalidId(404);
  }
  if (product.status === 'trash' && !force) {
    return refusal(410, 'woocommerce_rest_already_trashed', 'The Product has already been deleted.');
  }
  const answer = { status: 200, body: productForm(product, admin) };
  if (force) {
    admin.ledger.remove(product, admin.now);
  } else {
    const leavesVariations = admin.faults.injectFault('trash-leaves-variations') !== null;
    admin.ledger.trash(product, admin.now, { leavesVariations });
  }
  return answer;
}

/** How the rows of a batch are processed, one after the other. */
export interface RowWork {
  create(body: UnreadObject): RestAnswer;
  update(id: number, body: UnreadObject): RestAnswer;
  remove(id: number): RestAnswer;
}

/**
 * Processes a batch. Rows keep their order; a failed row has its error in its position, and the whole answer is 200
 * (`woocommerce/readme.md`, Writing products).
 */
export function batch(
  body: UnreadObject,
  { create, update, remove }: RowWork,
  admin: StoreAdmin,
  max: number,
): RestAnswer {
  const rows = (['create', 'update', 'delete'] as const).flatMap((kind) =>
    (Array.isArray(body[kind]) ? body[kind] : []).map((row: unknown) => ({ kind, row })),
  );
  if (rows.length > max) {
    return refusal(
      413,
      'woocommerce_rest_request_entity_too_large',
      `Unable to accept more than ${max} items for this request.`,
    );
  }
  const end = admin.faults.injectFault('cut-after-item', JSON.stringify(body));
  const done: Record<string, object[]> = {};
  for (const [at, { kind, row }] of rows.entries()) {
    if (end && at >= Number(end.value ?? 1)) {
      throw new ConnectionLost();
    }
    const sent = isObject(row) ? row : {};
    const id = Number(kind === 'delete' ? row : sent.id);
    const answer = kind === 'create' ? create(sent) : kind === 'update' ? update(id, sent) : remove(id);
    const failed = answer.status >= 400;
    const stated = failed ? { id: kind === 'create' ? 0 : id, error: answer.body } : (answer.body as object);
    done[kind] = [...(done[kind] ?? []), stated];
  }
  return { status: 200, body: done };
}
