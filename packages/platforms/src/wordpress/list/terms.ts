import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { Term, Terms } from '../../listing/dependencies.ts';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import { saidIn } from '../../listing/wordpress/client.ts';
import { plainText } from '../../reading/html/html-text.ts';
import { idOf, isObject, itemsOf, textOf } from '../../reading/unread.ts';
import { call, failureOf, readJson } from './client.ts';

const routes = { category: '/wp/v2/categories', tag: '/wp/v2/tags' } as const;

/** Returns the terms that a product names: each category with its parents, and its tags. */
export function termsOf({ categories, tags }: Product): Term[] {
  return [
    ...categories.filter((path) => path.length > 0).map((path): Term => ({ kind: 'category', path })),
    ...tags.map((tag): Term => ({ kind: 'tag', path: [tag] })),
  ];
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
  async make({ kind, path }, parentId, store, context) {
    if (kind === 'attribute') {
      throw new AppError('request.invalid', 'a blog has no attributes');
    }
    const name = path.at(-1) ?? '';
    const answer = await call(
      {
        method: 'POST',
        route: routes[kind],
        json: { name, ...(kind === 'category' && { parent: Number(parentId ?? 0) }) },
      },
      store,
      context,
      { gated: true },
    );
    if (answer.kind === 'unclear') {
      throw answer.failure;
    }
    const { status, body } = answer;
    const made = isObject(body) ? idOf(body.id) : null;
    // An existing term is returned by its id: creating it twice still gives one term.
    const known =
      saidIn(body)?.code === 'term_exists' && isObject(body) && isObject(body.data)
        ? idOf(body.data.term_id)
        : null;
    const id = status < 300 ? made : known;
    if (id === null) {
      throw failureOf(status, body);
    }
    return id;
  },
};

/** Walks down the path and finds each name under its parent. */
async function findOne(
  { kind, path }: Term,
  store: StoreAccess,
  context: ListerContext,
): Promise<string | null> {
  let parent = '0';
  let id: string | null = null;
  for (const name of path) {
    id = kind === 'attribute' ? null : await named(kind, name, parent, store, context);
    if (id === null) {
      return null;
    }
    parent = id;
  }
  return id;
}

async function named(
  kind: 'category' | 'tag',
  name: string,
  parent: string,
  store: StoreAccess,
  context: ListerContext,
): Promise<string | null> {
  const { body } = await readJson(
    {
      method: 'GET',
      route: routes[kind],
      query: { search: name, per_page: '100', _fields: 'id,name,parent' },
    },
    store,
    context,
  );
  const found = itemsOf(body).find(
    (term) =>
      isObject(term) &&
      plainText(textOf(term.name) ?? '').toLowerCase() === name.toLowerCase() &&
      (kind === 'tag' || String(term.parent ?? 0) === parent),
  );
  return isObject(found) ? idOf(found.id) : null;
}
