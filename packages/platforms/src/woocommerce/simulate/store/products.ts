import { badField, type RestAnswer, refusal } from '../../../simulating/rest-answers.ts';
import { ConnectionLost, type Outside } from '../../../simulation.ts';
import { type Faults, faultNumber } from '../../../simulation-faults.ts';
import { isObject, type UnreadObject } from '../../../unread.ts';
import { cut, productForm, type StoreForm } from './forms.ts';
import { keyOf } from './ledger.ts';
import { newProduct, type StoredProduct } from './record.ts';
import { problemIn, writeInto } from './write-product.ts';

/** What a request is applied with. */
export interface Desk extends StoreForm {
  faults: Faults;
  now: number;
  outside: Outside;
  gmtOffset: number;
  readsZone: boolean;
}

export const invalidId = (status: number) =>
  refusal(status, 'woocommerce_rest_product_invalid_id', 'Invalid ID.');

export function listProducts(query: URLSearchParams, desk: Desk): RestAnswer {
  const stale = desk.faults.inForce('stale-reads');
  const until = stale ? desk.now - faultNumber(stale, 10_000) : Number.POSITIVE_INFINITY;
  const known = [...desk.ledger.products.values()].filter(({ created }) => created <= until);
  const found = known.filter((product) => fits(product, query, desk));
  return listed(found, query, (product) => ({
    ...rendered(product, query, desk),
    ...(product.parent !== 0 && { parent_id: product.parent }),
  }));
}

/** One page; beyond the end it is empty (`readme.md`, Public endpoints). */
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

/** `any` is every status but the trash; `slug` names one, `sku` several, variations among them (`readme.md`, Uniqueness). */
function fits(product: StoredProduct, query: URLSearchParams, desk: Desk): boolean {
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
    (after === null || product.created > instantOf(after, desk))
  );
}

/** With a zone it names an instant; without one, or where that is passed over, it is the site's own time (from memory). */
function instantOf(after: string, { gmtOffset, readsZone }: Desk): number {
  const isInstant = readsZone && /(?:Z|[+-]\d\d:?\d\d)$/.test(after);
  const asUtc = Date.parse(`${after.slice(0, 19)}Z`);
  return isInstant ? Date.parse(after) : asUtc - gmtOffset * 3_600_000;
}

export function getProduct(id: number, query: URLSearchParams, desk: Desk): RestAnswer {
  const product = desk.ledger.products.get(id);
  return product?.parent === 0
    ? { status: 200, body: cut(rendered(product, query, desk), query) }
    : invalidId(404);
}

/** Who only views gets descriptions as shoppers do, who edits as they were written; names are encoded for both (recorded). */
function rendered(product: StoredProduct, query: URLSearchParams, desk: Desk): object {
  const form = productForm(product, desk);
  return query.get('context') === 'edit'
    ? form
    : { ...form, description: product.description === '' ? '' : `${product.description}\n` };
}

/**
 * The post comes first, then the SKU, then the marks; what is cut off between is half a product (`docs/listing-protocol.md`,
 * Draft first).
 */
export function createProduct(body: UnreadObject, desk: Desk, isRow: boolean): RestAnswer {
  const wrong = isRow ? null : problemIn(body);
  if (wrong) {
    return wrong;
  }
  const { ledger, faults, now } = desk;
  const told = refusedAsTold(body, desk);
  if (told) {
    return told;
  }
  const product = newProduct(0, now);
  const problem = writeInto(product, body, ledger, now);
  if (problem) {
    return problem;
  }
  product.id = ledger.nextId();
  product.slug = slugAtFirst(product, body, desk);
  const half = faults.strike('half-made', JSON.stringify(body));
  if (half) {
    const { id, name, slug, status, description, created, modified } = product;
    const bare = { ...newProduct(id, now), name, slug, status, description, created, modified };
    ledger.put(half.value === 'sku' ? { ...bare, sku: product.sku } : bare);
    ledger.history.push({ action: 'create', id, key: keyOf(product), at: now });
    throw new ConnectionLost();
  }
  ledger.put(product);
  ledger.history.push({ action: 'create', id: product.id, key: keyOf(product), at: now });
  return { status: 201, body: productForm(product, desk) };
}

export function refusedAsTold(body: UnreadObject, { faults }: Desk): RestAnswer | null {
  const told = faults.strike('refuse', JSON.stringify(body));
  return told ? refusal(400, String(told.value), 'Refused.') : null;
}

/** That drafts keep the slug they are given, whoever else has it, is from memory: both can be switched. */
function slugAtFirst(product: StoredProduct, body: UnreadObject, { ledger, faults }: Desk): string {
  const wanted = typeof body.slug === 'string' ? body.slug : '';
  const slug = ledger.slugFor(product, wanted);
  if (product.status === 'draft' && faults.strike('drops-slug', JSON.stringify(body))) {
    return '';
  }
  return faults.strike('suffix-handle', JSON.stringify(body)) ? `${slug}-2` : slug;
}

export function updateProduct(id: number, body: UnreadObject, desk: Desk, isRow: boolean): RestAnswer {
  const before = desk.ledger.products.get(id);
  if (before?.parent !== 0) {
    return invalidId(400);
  }
  const wrong = isRow ? null : problemIn(body);
  if (wrong) {
    return wrong;
  }
  const product = { ...before };
  const problem = writeInto(product, body, desk.ledger, desk.now);
  if (problem) {
    return problem;
  }
  const wanted = typeof body.slug === 'string' ? body.slug : before.slug.replace(/__trashed$/, '');
  // Another status takes it out of the trash, under its own name again (recorded).
  product.slug = product.status === 'trash' ? before.slug : desk.ledger.slugFor(product, wanted);
  desk.ledger.put(product);
  const isBack = before.status === 'trash' && product.status !== 'trash';
  // A status written to the product says nothing of its variations (from memory), which can be switched.
  for (const variation of isBack ? desk.ledger.allVariationsOf(id) : []) {
    if (variation.status === 'trash' && desk.faults.strike('untrash-brings-variations')) {
      desk.ledger.put({ ...variation, status: 'publish', modified: desk.now });
    }
  }
  return { status: 200, body: productForm(product, desk) };
}

/** Into the trash; with `force`, and always in a batch, for good (read in its source). */
export function deleteProduct(id: number, force: boolean, desk: Desk): RestAnswer {
  const product = desk.ledger.products.get(id);
  if (product?.parent !== 0) {
    return invalidId(404);
  }
  if (product.status === 'trash' && !force) {
    return refusal(410, 'woocommerce_rest_already_trashed', 'The Product has already been deleted.');
  }
  const answer = { status: 200, body: productForm(product, desk) };
  if (force) {
    desk.ledger.remove(product, desk.now);
  } else {
    const leavesVariations = desk.faults.strike('trash-leaves-variations') !== null;
    desk.ledger.trash(product, desk.now, { leavesVariations });
  }
  return answer;
}

/** What is done with the rows of a batch, one after the other. */
export interface RowWork {
  create(body: UnreadObject): RestAnswer;
  update(id: number, body: UnreadObject): RestAnswer;
  remove(id: number): RestAnswer;
}

/** Rows keep their order; one that fails says so in its place, and the whole is 200 (`readme.md`, Writing products). */
export function batch(
  body: UnreadObject,
  { create, update, remove }: RowWork,
  desk: Desk,
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
  const end = desk.faults.strike('cut-after-item', JSON.stringify(body));
  const done: Record<string, object[]> = {};
  for (const [at, { kind, row }] of rows.entries()) {
    if (end && at >= Number(end.value ?? 1)) {
      throw new ConnectionLost();
    }
    const sent = isObject(row) ? row : {};
    const id = Number(kind === 'delete' ? row : sent.id);
    const answer = kind === 'create' ? create(sent) : kind === 'update' ? update(id, sent) : remove(id);
    const failed = answer.status >= 400;
    const told = failed ? { id: kind === 'create' ? 0 : id, error: answer.body } : (answer.body as object);
    done[kind] = [...(done[kind] ?? []), told];
  }
  return { status: 200, body: done };
}
