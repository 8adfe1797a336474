import type { Product } from '@bowerbird/catalog/product';
import type { Term, Terms } from '../../../listing/dependencies.ts';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import { saidIn } from '../../../listing/wordpress/client.ts';
import { plainText } from '../../../reading/html/html-text.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../../reading/unread.ts';
import { call, failureOf, readJson } from '../calls/client.ts';
import { findAttribute, makeAttribute } from './attributes.ts';
import { areSame, valueText } from './values.ts';

const routes = {
  category: '/wc/v3/products/categories',
  tag: '/wc/v3/products/tags',
} as const;

/** Names that WordPress reserves for itself (from memory). */
const reserved = ['type', 'category', 'tag', 'year', 'author', 'name', 'order', 'status', 'search'];

/**
 * Returns the terms that a product names: each category with its parents, its tags, and the options that can be
 * attributes shared among all products of the store. These need a name that makes a slug of at most 28 Latin letters,
 * and no two values that the store would treat as one. Any other option is the product's own.
 */
export function termsOf({ categories, tags, options }: Product): Term[] {
  return [
    ...categories.filter((path) => path.length > 0).map((path): Term => ({ kind: 'category', path })),
    ...tags.map((tag): Term => ({ kind: 'tag', path: [tag] })),
    ...options.flatMap(({ name, values }) => {
      const isFit = /^[a-z][a-z\d -]{0,27}$/i.test(name) && !reserved.includes(name.toLowerCase());
      return isFit && !areSame(values) ? [attributeTerm({ name, values })] : [];
    }),
  ];
}

/** Returns an attribute by its name, with this product's values of it in their order. */
export function attributeTerm({ name, values }: Product['options'][number]): Term {
  return { kind: 'attribute', path: [name, ...new Set(values.map(valueText))] };
}

export const terms: Terms = {
  of: termsOf,
  namesAreUnique: true,
  enteredApart: false,
  publish: null,
  async find(requested, store, context) {
    const ids: (string | null)[] = [];
    for (const term of requested) {
      ids.push(await findOne(term, store, context));
    }
    return ids;
  },
  async make(term, parentId, store, context) {
    const { kind, path } = term;
    if (kind === 'attribute') {
      return await makeAttribute(term, store, context);
    }
    const name = path.at(-1) ?? '';
    const json = { name, ...(kind === 'category' && { parent: Number(parentId ?? 0) }) };
    const answer = await call({ method: 'POST', route: routes[kind], json }, store, context, { gated: true });
    if (answer.kind === 'unclear') {
      throw answer.failure;
    }
    const { status, body } = answer;
    const made = isObject(body) ? idOf(body.id) : null;
    if (status < 300 && made !== null) {
      return made;
    }
    // The answer gives the id of an existing term: created twice, it still exists once.
    const known = heldId(body);
    if (known === null) {
      throw failureOf(status, body);
    }
    return known;
  },
};

function heldId(body: unknown): string | null {
  const data = isObject(body) && isObject(body.data) ? body.data : {};
  return saidIn(body)?.code === 'term_exists' ? idOf(data.resource_id) : null;
}

/** Searches down the path, each name under its parent. */
async function findOne(term: Term, store: StoreAccess, context: ListerContext): Promise<string | null> {
  const { kind, path } = term;
  if (kind === 'attribute') {
    return await findAttribute(term, store, context);
  }
  let parent = '0';
  let id: string | null = null;
  for (const name of path) {
    id = await named(kind, name, parent, store, context);
    if (id === null) {
      return null;
    }
    parent = id;
  }
  return id;
}

async function named(
  kind: keyof typeof routes,
  name: string,
  parent: string,
  store: StoreAccess,
  context: ListerContext,
): Promise<string | null> {
  const query = { _fields: 'id,name,slug,parent', search: name, per_page: '100' };
  const { body } = await readJson({ method: 'GET', route: routes[kind], query }, store, context);
  const found = itemsOf(body)
    .filter(isObject)
    .find((term) => isNamed(term, name) && (kind !== 'category' || String(term.parent ?? 0) === parent));
  return found ? idOf(found.id) : null;
}

function isNamed(term: UnreadObject, name: string): boolean {
  return plainText(textOf(term.name) ?? '').toLowerCase() === name.toLowerCase();
}
