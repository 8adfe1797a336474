import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { Term, Terms } from '../../listing/dependencies.ts';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import { idOf, isObject, itemsOf, textOf } from '../../reading/unread.ts';
import { call, readJson, versionOf } from './connection/client.ts';
import { failureOf } from './write/said.ts';

/** Returns the last name of each category path: collections have no hierarchy. */
export function termsOf({ categories }: Product): Term[] {
  const names = new Set(categories.flatMap((path) => path.at(-1)?.trim() || []));
  return [...names].map((name): Term => ({ kind: 'category', path: [name] }));
}

export const terms: Terms = {
  of: termsOf,
  namesAreUnique: false,
  enteredApart: false,
  publish: null,
  async find(requested, store, context) {
    const ids: (string | null)[] = [];
    for (const { kind, path } of requested) {
      ids.push(kind === 'category' ? await named(path.at(-1) ?? '', store, context) : null);
    }
    return ids;
  },
  async make({ kind, path }, _parentId, store, context) {
    if (kind !== 'category') {
      throw new AppError('request.invalid', `a store of collections has no ${kind}`);
    }
    const collection = { title: path.at(-1) ?? '' };
    const answer = await call(
      { method: 'POST', route: '/collections', json: { collection } },
      store,
      context,
      { gated: true },
    );
    if (answer.kind === 'unclear') {
      throw answer.failure;
    }
    const made = isObject(answer.body.collection) ? idOf(answer.body.collection.id) : null;
    if (answer.status >= 300 || made === null) {
      throw failureOf(answer.status, answer.body);
    }
    return made;
  },
};

/**
 * Finds a collection by its full title, because the list's own filter matches part of a title. The oldest of several
 * counts.
 */
async function named(name: string, store: StoreAccess, context: ListerContext): Promise<string | null> {
  const isOld = versionOf(store) === '2022-01';
  const size = isOld ? 250 : 100;
  let cursor = '';
  for (let page = 1; ; page += 1) {
    const query: [string, string][] = [
      ['title', name],
      [isOld ? 'limit' : 'page_size', String(size)],
      ...(isOld ? [['page', String(page)] satisfies [string, string]] : []),
      ...(cursor === '' ? [] : [['cursor', cursor] satisfies [string, string]]),
    ];
    const body = await readJson({ method: 'GET', route: '/collections', query }, store, context);
    const found = itemsOf(body.collections);
    const same = found
      .filter(isObject)
      .filter((one) => textOf(one.title)?.toLowerCase() === name.toLowerCase() && one.smart !== true)
      .sort((one, other) => String(one.created_at).localeCompare(String(other.created_at)))[0];
    const next = textOf(body.cursor) ?? '';
    if (same !== undefined) {
      return idOf(same.id);
    }
    const ended = isOld ? found.length < size : next === '' || next === cursor;
    if (ended) {
      return null;
    }
    cursor = next;
  }
}
