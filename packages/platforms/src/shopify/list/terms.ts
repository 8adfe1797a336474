import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';
import type { Json } from '../../context.ts';
import { type Term, type Terms, termName } from '../../listing/dependencies.ts';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import { shorten } from '../../listing/store/client.ts';
import { type Answer, call, readData } from './client.ts';
import { collectionsQuery, createCollection, publishCollection } from './operations.ts';
import { understood } from './understood.ts';

const titleMax = 255;
/** Largest length of a list (`readme.md`, Limits of a product). */
const termsMax = 250;
/** Three collections by their handles, and ten that a search finds. */
const findCost = 26;
const mutation = 10;

/**
 * Returns the collections as terms. Collections form a flat list, so the last name of a category's path is the
 * collection.
 */
export function termsOf({ categories }: Pick<Product, 'categories'>): Term[] {
  const names = new Set(categories.flatMap((path) => path.at(-1)?.trim().slice(0, titleMax) || []));
  return [...names].slice(0, termsMax).map((name): Term => ({ kind: 'category', path: [name] }));
}

/**
 * Returns the ids of collections that a product names, as far as they are known; without those that `former` named too.
 */
export function collectionsOf({
  terms,
  former,
  product,
}: {
  terms?: ReadonlyMap<string, string>;
  former?: Product;
  product: Product;
}): string[] {
  const before = new Set(former ? termsOf(former).map(termName) : []);
  const ids = termsOf(product)
    .map(termName)
    .flatMap((name) => (before.has(name) ? [] : (terms?.get(name) ?? [])));
  return [...new Set(ids)];
}

/**
 * A store's own collections, made by hand or by us; those that fill themselves by a rule accept no product. A
 * collection is found by its handle, which reads are always up to date for, or by its title, which needs a search; only
 * the handle proves that a collection does not exist (`readme.md`, Collections; `docs/listing-protocol.md`, Look-ups).
 */
export const terms: Terms = {
  of: termsOf,
  namesAreUnique: false,
  enteredApart: true,
  async find(requested, store, context) {
    const ids: (string | null)[] = [];
    for (const { path } of requested) {
      ids.push(await named(path.at(-1) ?? '', store, context));
    }
    return ids;
  },
  async make({ path }, _parent, store, context) {
    return await create(path.at(-1) ?? '', store, context);
  },
  async publish(id, store, context) {
    const { publicationId } = store.prepared;
    if (typeof publicationId === 'string') {
      const variables = { id, input: [{ publicationId }] };
      const answer = await call(publishCollection, variables, mutation + 2, store, context, { gated: true });
      const Payload = z.object({ userErrors: z.array(z.object({ message: z.string() })) });
      const { userErrors } = understood(Payload, dataOf(answer).publishablePublish);
      if (userErrors.length > 0) {
        throw refusalOf(userErrors);
      }
    }
  },
};

const Collection = z.object({
  id: z.string(),
  handle: z.string(),
  title: z.string(),
  ruleSet: z.object({ appliedDisjunctively: z.boolean() }).nullish(),
});

async function named(title: string, store: StoreAccess, context: ListerContext): Promise<string | null> {
  const handle = handleOf(title);
  const words = title.replaceAll(/[\\"]/g, '\\$&');
  const variables = {
    first: handle,
    second: `${handle}-1`,
    third: `${handle}-2`,
    query: `collection_type:custom AND title:"${words}"`,
  };
  const data = await readData(collectionsQuery, variables, findCost, store, context);
  const Page = z.object({ nodes: z.array(Collection) });
  const all = [
    ...[data.first, data.second, data.third].map((each) => understood(Collection.nullish(), each)),
    ...understood(Page, data.titled).nodes,
  ].flatMap((each) => (each && !each.ruleSet ? [each] : []));
  const isTitled = (each: z.infer<typeof Collection>) => each.title.toLowerCase() === title.toLowerCase();
  return (all.find(isTitled) ?? all.find((each) => each.handle === handle))?.id ?? null;
}

async function create(title: string, store: StoreAccess, context: ListerContext): Promise<string> {
  const collection = { title, handle: handleOf(title) };
  const answer = await call(createCollection, { collection }, mutation + 1, store, context, { gated: true });
  const data = dataOf(answer);
  const Payload = z.object({
    collection: z.object({ id: z.string() }).nullish(),
    userErrors: z.array(z.object({ message: z.string() })),
  });
  const made = understood(Payload, data.collectionCreate);
  if (!made.collection) {
    throw refusalOf(made.userErrors);
  }
  return made.collection.id;
}

function refusalOf(userErrors: readonly { message: string }[]): AppError {
  const message = shorten(userErrors.map((error) => error.message).join('; '));
  return new AppError('store.rejected-product', message, { params: { message } });
}

function dataOf(answer: Answer): Record<string, unknown> {
  switch (answer.kind) {
    case 'data':
      return answer.data;
    case 'throttled':
      throw new AppError('store.rate-limited', 'throttled', { waitMs: answer.waitMs });
    case 'turned-away':
    case 'unclear':
      throw answer.failure;
  }
}

/** Returns the handle that the store itself makes of a title: letters of any script and digits, joined by hyphens. */
function handleOf(title: string): string {
  const plain = title.toLowerCase().replace(/[^\p{Letter}\p{Number}_]+/gu, '-');
  return plain.replace(/^-+|-+$/g, '').slice(0, titleMax - 2) || 'collection';
}

/** Returns the collections for the input of a product; nothing where it names none. */
export function collectionsInput(ids: readonly string[]): { [name: string]: Json } {
  return ids.length > 0 ? { collections: [...ids] } : {};
}
