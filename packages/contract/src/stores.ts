import { z } from 'zod/mini';
import { Instant } from './list.ts';
import { route } from './route.ts';
import { Fault } from './runs.ts';

export const StoreId = z.uuid();
export type StoreId = string;

/** One right a store's credentials must hold. */
export const RightCheck = z.object({ right: z.string(), held: z.boolean(), needed: z.boolean() });

/** A merchant's connection to a shop. Secrets never leave the server; the end of one is shown so that it can be told. */
export const Store = z.object({
  id: StoreId,
  name: z.string(),
  platform: z.string(),
  domain: z.string(),
  address: z.string(),
  /** `lost`: access ended; `checking`: not checked yet. */
  state: z.enum(['ready', 'lost', 'checking', 'rights-missing']),
  fault: z.nullable(Fault),
  connection: z.string(),
  secretEnding: z.nullable(z.string()),
  rights: z.array(RightCheck),
  currency: z.nullable(z.string()),
  limits: z.nullable(
    z.object({
      maximumAvailable: z.number(),
      currentlyAvailable: z.number(),
      restoreRate: z.number(),
      seenAt: Instant,
    }),
  ),
  counts: z.object({ listed: z.int(), refused: z.int(), unsure: z.int() }),
  practice: z.boolean(),
  checkedAt: z.nullable(Instant),
  createdAt: Instant,
});
export type Store = z.infer<typeof Store>;

export const listStores = route({
  method: 'GET',
  path: '/stores',
  needs: { permission: 'stores', action: 'query' },
  answer: z.array(Store),
});

/** Checks the credentials first: a store that cannot be reached or lacks a needed right is not saved, and the answer says why. */
export const connectStore = route({
  method: 'POST',
  path: '/stores',
  needs: { permission: 'stores', action: 'add' },
  body: z.object({
    platform: z.string(),
    name: z.string().check(z.minLength(1), z.maxLength(80)),
    domain: z.string().check(z.minLength(1), z.maxLength(253)),
    /** One of the platform's `connections`. */
    connection: z.string(),
    credentials: z.record(z.string(), z.string().check(z.maxLength(500))),
  }),
  answer: Store,
  status: 201,
});

const params = z.object({ id: StoreId });
export const checkStore = route({
  method: 'POST',
  path: '/stores/:id/check',
  needs: { permission: 'stores', action: 'edit' },
  params,
  answer: Store,
});
export const updateStore = route({
  method: 'PUT',
  path: '/stores/:id',
  needs: { permission: 'stores', action: 'edit' },
  params,
  body: z.object({
    name: z.optional(z.string().check(z.minLength(1), z.maxLength(80))),
    connection: z.optional(z.string()),
    credentials: z.optional(z.record(z.string(), z.string().check(z.maxLength(500)))),
  }),
  answer: Store,
});
/** Forgets the connection and its credentials. What is listed stays in the store, and its history stays here. */
export const removeStore = route({
  method: 'DELETE',
  path: '/stores/:id',
  needs: { permission: 'stores', action: 'delete' },
  params,
  answer: z.object({ removed: z.literal(true) }),
});
