import { AppError } from '@bowerbird/contract/errors';
import type { Term } from '../../../listing/dependencies.ts';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { type RestAnswer, saidIn } from '../../../listing/wordpress/client.ts';
import { TooLate } from '../../../net/too-late.ts';
import { isObject, itemsOf, textOf, type UnreadObject, wholeOf } from '../../../reading/unread.ts';
import { call, failureOf, readJson } from '../calls/client.ts';
import { knownIn, type SharedAttribute } from './known-attributes.ts';
import { type Arrangement, arrangement, type SharedValue } from './value-order.ts';
import { isSameName } from './values.ts';

const route = '/wc/v3/products/attributes';
const perPage = 100;

/**
 * Returns the attribute's id when all values of the term exist in order; null where something must be created first.
 */
export async function findAttribute(
  { path }: Term,
  store: StoreAccess,
  context: ListerContext,
): Promise<string | null> {
  const [name = '', ...values] = path;
  const attribute = await readAttribute(name, store, context);
  return attribute !== null && isArranged(attribute, values) ? String(attribute.id) : null;
}

/**
 * Creates the attribute where it does not exist, and its values in the product's order. One order applies to all
 * products, so values already in order stay (`arrangement`); where the merchant has chosen another sort order, it is
 * not changed.
 */
export async function makeAttribute(
  { path }: Term,
  store: StoreAccess,
  context: ListerContext,
): Promise<string> {
  const known = knownIn(store);
  const made = known.underWay.then(async () => {
    const [name = '', ...values] = path;
    const attribute =
      (await readAttribute(name, store, context)) ?? (await createAttribute(name, store, context));
    if (!isArranged(attribute, values)) {
      await arrange(attribute, values, store, context);
    }
    return String(attribute.id);
  });
  known.underWay = made.catch(() => null);
  return await made;
}

function isArranged({ orderBy, values }: SharedAttribute, wanted: readonly string[]): boolean {
  return (
    orderBy !== 'menu_order' ||
    wanted.every((name) => values.some((one) => one.order > 0 && isSameName(one.name, name)))
  );
}

/** Attributes are distinguished by their slugs: "Colour" and "colour" are one. */
async function readAttribute(
  name: string,
  store: StoreAccess,
  context: ListerContext,
): Promise<SharedAttribute | null> {
  const slug = `pa_${name.toLowerCase().replaceAll(/[ -]+/g, '-')}`;
  const known = knownIn(store).bySlug.get(slug);
  if (known) {
    return known;
  }
  const query = { _fields: 'id,slug,order_by' };
  const { body } = await readJson({ method: 'GET', route, query }, store, context);
  const found = itemsOf(body)
    .filter(isObject)
    .find((one) => one.slug === slug);
  const id = wholeOf(found?.id);
  if (id === null) {
    return null;
  }
  const orderBy = textOf(found?.order_by) ?? 'menu_order';
  const attribute = { id, orderBy, values: await readValues(id, store, context) };
  knownIn(store).bySlug.set(slug, attribute);
  return attribute;
}

async function readValues(id: number, store: StoreAccess, context: ListerContext): Promise<SharedValue[]> {
  const values: SharedValue[] = [];
  for (let page = 1; ; page += 1) {
    const query = {
      per_page: String(perPage),
      page: String(page),
      orderby: 'id',
      _fields: 'id,name,menu_order',
    };
    const requested = { method: 'GET', route: `${route}/${id}/terms`, query } as const;
    const { body } = await readJson(requested, store, context);
    values.push(...itemsOf(body).flatMap(valueIn));
    if (itemsOf(body).length < perPage) {
      return values;
    }
  }
}

function valueIn(sent: unknown): SharedValue[] {
  const id = isObject(sent) ? wholeOf(sent.id) : null;
  const name = isObject(sent) ? textOf(sent.name) : null;
  const order = isObject(sent) ? (wholeOf(sent.menu_order) ?? 0) : 0;
  return id === null || name === null ? [] : [{ id, name, order }];
}

/** An attribute whose slug exists is rejected by its name alone: created twice, it still exists once. */
async function createAttribute(
  name: string,
  store: StoreAccess,
  context: ListerContext,
): Promise<SharedAttribute> {
  const answer = await call({ method: 'POST', route, json: { name } }, store, context, { gated: true });
  if (answer.kind === 'unclear') {
    throw answer.failure;
  }
  const { status, body } = answer;
  const isHeld = /already in use/.test(saidIn(body)?.message ?? '');
  const made = status < 300 || isHeld ? await readAttribute(name, store, context) : null;
  if (made === null) {
    throw status < 300
      ? new AppError('store.unwell', 'an attribute was made and is not there')
      : failureOf(status, body);
  }
  return made;
}

/**
 * Writes what is missing. Whatever the store rejects of it is skipped, as a wrong order is no reason to lose a product.
 */
async function arrange(
  attribute: SharedAttribute,
  wanted: readonly string[],
  store: StoreAccess,
  context: ListerContext,
): Promise<void> {
  // Twice: the answer gives the id of a value that was created meanwhile, and the second round puts it in order.
  for (let round = 0; round < 2 && !isArranged(attribute, wanted); round += 1) {
    const { create, update } = arrangement(attribute.values, wanted);
    const rows = [...create.map((row) => ({ create: row })), ...update.map((row) => ({ update: row }))];
    for (let from = 0; from < rows.length; from += perPage) {
      const some = rows.slice(from, from + perPage);
      const json = {
        create: some.flatMap((row) => ('create' in row ? row.create : [])),
        update: some.flatMap((row) => ('update' in row ? row.update : [])),
      };
      const answer = await requestInTime(`${route}/${attribute.id}/terms/batch`, json, store, context);
      if (answer?.kind === 'unclear') {
        throw answer.failure;
      }
      if (answer === null || answer.status >= 300 || !isObject(answer.body)) {
        return;
      }
      takeOver(attribute, json, answer.body);
    }
  }
}

/** Sends the request; null where the gate has closed. */
async function requestInTime(
  to: string,
  json: Arrangement,
  store: StoreAccess,
  context: ListerContext,
): Promise<RestAnswer | null> {
  try {
    return await call({ method: 'POST', route: to, json }, store, context, { gated: true });
  } catch (thrown) {
    if (thrown instanceof TooLate) {
      return null;
    }
    throw thrown;
  }
}

/** Applies what the answer says of each row. */
function takeOver(attribute: SharedAttribute, sent: Arrangement, stated: UnreadObject): void {
  for (const [at, { name, menu_order }] of sent.create.entries()) {
    const row = itemsOf(stated.create)[at];
    const error = isObject(row) && isObject(row.error) ? row.error : null;
    const held = isObject(error?.data) ? wholeOf(error.data.resource_id) : null;
    const id = error === null ? (isObject(row) ? wholeOf(row.id) : null) : held;
    if (id !== null) {
      attribute.values.push({ id, name, order: error === null ? menu_order : 0 });
    }
  }
  for (const [at, { id, menu_order }] of sent.update.entries()) {
    const row = itemsOf(stated.update)[at];
    const value = attribute.values.find((one) => one.id === id);
    if (value && isObject(row) && row.error === undefined) {
      value.order = menu_order;
    }
  }
}
