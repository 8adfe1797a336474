import { noRules } from '@bowerbird/catalog/listing-rules/rules';
import { categorySuggester } from '@bowerbird/catalog/listing-rules/suggest';
import { marginsOf } from '@bowerbird/catalog/risk/margins';
import { AppError } from '@bowerbird/contract/errors';
import type { explainRules, suggestStoreCategories } from '@bowerbird/contract/listing/rules';
import type { Selection } from '@bowerbird/contract/products/products';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { z } from 'zod';
import { asOwner, type Db, type OwnerDb } from '../db/database.ts';
import { imagesAsTheyAre } from '../images/for-store.ts';
import { productsByIds, selectProducts } from '../products/list/selection.ts';
import type { Services } from '../services/services.ts';
import { getStore } from '../stores/queries.ts';
import { claimFactorOf } from './claim-factor.ts';
import { findReported } from './facts.ts';
import { findGuard } from './guard.ts';
import { findCategoryMemory, findStoreRules } from './queries.ts';
import { readyFor, rulingOf } from './ruling.ts';
import { findStoreMemory } from './store-categories/view.ts';

/** Returns one product of the selection, before and after the rules; throws `selection.empty` when there is none. */
export async function explain(
  db: Db,
  ownerId: string,
  request: z.output<NonNullable<(typeof explainRules)['body']>>,
): Promise<AnswerOf<typeof explainRules>> {
  const page = (await selectProducts(db, ownerId, request.selection, 200).next()).value ?? [];
  const productId = page[request.skip % Math.max(1, page.length)];
  return await asOwner(db, ownerId, async (owned) => {
    const { shop } = await getStore(owned, ownerId, request.storeId);
    const [stored] = productId === undefined ? [] : await productsByIds(owned, ownerId, [productId]);
    if (!stored) {
      throw new AppError('selection.empty', 'no product to explain');
    }
    const reported = await findReported(owned, ownerId, shop.id, [stored.id]);
    const ruling = rulingOf(shop.id, request.rules ?? noRules, await findGuard(owned, ownerId));
    const plain = { status: 'active' as const, publish: true, again: false };
    const { product, trace, risks, facts } = readyFor(
      ruling,
      stored.product,
      reported.get(stored.id),
      plain,
      () => [],
      imagesAsTheyAre,
    );
    return {
      productId: stored.id,
      before: stored.product,
      after: product,
      trace,
      risks,
      margins: marginsOf(product, facts),
      claimFactor: await claimFactorOf(owned, ownerId, page),
      currency: shop.currency,
    };
  });
}

/** Maximum number of categories handled at a time, those with most products first. */
const categoriesMax = 200;
/** Maximum number of pages of a thousand products from which categories are gathered. */
const pagesMax = 10;

/**
 * Returns the categories that the selected products are in, and where each may belong: in this store, or in any store
 * if none is given.
 */
export async function categoriesOf(
  services: Services,
  ownerId: string,
  { selection, storeId }: { selection: Selection; storeId?: string | undefined },
): Promise<AnswerOf<typeof suggestStoreCategories>> {
  const counts = new Map<string, number>();
  let pages = 0;
  const { db } = services;
  for await (const ids of selectProducts(db, ownerId, selection)) {
    const rows = await asOwner(db, ownerId, (owned) => countCategories(owned, ownerId, ids));
    for (const { path, count } of rows) {
      const key = JSON.stringify(path);
      counts.set(key, (counts.get(key) ?? 0) + count);
    }
    pages += 1;
    if (pages === pagesMax) {
      break;
    }
  }
  const from = await asOwner(db, ownerId, async (owned) => {
    const remembered = await findCategoryMemory(owned, ownerId);
    const named = await findNamedPaths(owned, ownerId);
    if (storeId === undefined) {
      return { known: [...named, ...remembered.map(({ to }) => to)], memory: remembered };
    }
    const { known, memory, fit } = await findStoreMemory(services, owned, ownerId, storeId);
    return {
      known: known.length > 0 ? known : named.flatMap((path) => asOne(fit(path))),
      memory: [...memory, ...remembered].flatMap(({ from, to }) =>
        asOne(fit(to)).map((fitting) => ({ from, to: fitting })),
      ),
    };
  });
  const suggest = categorySuggester(from);
  const categories = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, categoriesMax)
    .map(([key, count]) => {
      const path: string[] = JSON.parse(key);
      const suggestions = suggest(path).map(({ path, why }) => ({ path, why }));
      return { path, count, suggestions };
    });
  return { categories };
}

function asOne<Item>(item: Item | null): Item[] {
  return item === null ? [] : [item];
}

/** Returns the paths that any of the owner's rules name. */
async function findNamedPaths(db: OwnerDb, ownerId: string): Promise<string[][]> {
  const templates = await findStoreRules(db, ownerId);
  return templates.flatMap(({ rules }) => rules.categories.map.flatMap(({ to }) => (to ? [to] : [])));
}

async function countCategories(
  db: OwnerDb,
  ownerId: string,
  ids: readonly string[],
): Promise<{ path: string[]; count: number }[]> {
  const { rows } = await sql<{ path: string[]; count: number }>`
    select path, count(*)::integer as count
    from product, jsonb_array_elements(content -> 'categories') as path
    where owner_id = ${ownerId} and id = any(${ids}::uuid[])
    group by path
  `.execute(db);
  return rows;
}
