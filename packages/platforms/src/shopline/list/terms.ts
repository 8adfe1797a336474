import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { Term, Terms } from '../../listing/dependencies.ts';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import { idOf, isObject, itemsOf, textOf } from '../../reading/unread.ts';
import { call, failureOf, read } from './connection/client.ts';
import { textMax } from './limits.ts';

/**
 * Returns the manual collections of a product, by the last name of each of its paths: collections here have no
 * hierarchy.
 */
export function termsOf({ categories }: Product): Term[] {
  const names = categories.flatMap((path) => path.at(-1) ?? []).map((name) => name.trim().slice(0, textMax));
  return [...new Set(names)]
    .filter((name) => name !== '')
    .map((name) => ({ kind: 'category', path: [name] }));
}

export const terms: Terms = {
  of: termsOf,
  namesAreUnique: false,
  enteredApart: false,
  publish: null,
  async find(requested, store, context) {
    const ids: (string | null)[] = [];
    for (const { path } of requested) {
      ids.push(await named(path.at(-1) ?? '', store, context));
    }
    return ids;
  },
  async make({ path }, _parent, store, context) {
    const json = { custom_collection: { title: path.at(-1) ?? '', published_scope: 'web' } };
    const answer = await call(
      { method: 'POST', path: 'products/custom_collections.json', json },
      store,
      context,
      {
        gated: true,
      },
    );
    if (answer.kind === 'throttled') {
      throw new AppError('store.rate-limited', 'throttled', { waitMs: answer.waitMs });
    }
    if (answer.kind === 'unclear') {
      throw answer.failure;
    }
    const made = isObject(answer.body) ? answer.body.custom_collection : null;
    const id = isObject(made) ? idOf(made.id) : null;
    if (answer.status >= 300 || id === null) {
      throw failureOf(answer.status, answer.body);
    }
    return id;
  },
};

async function named(name: string, store: StoreAccess, context: ListerContext): Promise<string | null> {
  const { body } = await read(
    { path: 'products/custom_collections.json', query: { title: name, limit: '250' } },
    store,
    context,
  );
  const found = itemsOf(isObject(body) ? body.custom_collections : null)
    .filter(isObject)
    .find(({ title }) => textOf(title)?.toLowerCase() === name.toLowerCase());
  return found ? idOf(found.id) : null;
}
