import { z } from 'zod/mini';
import { Instant } from './list.ts';
import { PlatformId } from './platform-id.ts';
import { browserRoute, route } from './route.ts';
import { Fault } from './runs.ts';

export const StoreId = z.uuid();
export type StoreId = string;

/** One right a store's credentials must hold. */
export const RightCheck = z.object({ right: z.string(), held: z.boolean(), needed: z.boolean() });

/** How a store keeps products apart, and how it is written to for that. */
export const Keeping = z.object({
  /**
   * Whether it refuses or merges a second product with the same key. `always`, `never`: every store of its platform does, or
   * none; `proven`, `disproved`: a probe showed it of this one; `unknown`: to be shown by a probe.
   */
  uniqueKey: z.enum(['always', 'never', 'proven', 'disproved', 'unknown']),
  /** It can be probed: two drafts are written and removed. */
  probes: z.boolean(),
  probedAt: z.nullable(Instant),
  /** Products are made hidden, and shown by a second write. */
  hiddenFirst: z.boolean(),
  /** Whether the merchant wants that though it costs; null: there is nothing to choose. */
  careful: z.nullable(z.boolean()),
});
export type Keeping = z.infer<typeof Keeping>;

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
  keeping: Keeping,
  counts: z.object({ listed: z.int(), refused: z.int(), unsure: z.int() }),
  /** Images of products that were listed there last, six at most; only in the list of stores. */
  images: z.optional(z.array(z.string())),
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

/** By the names of the fields of one of the platform's `connections`. */
const Credentials = z.record(z.string().check(z.maxLength(80)), z.string().check(z.maxLength(500)));
/** The id of one of the platform's `connections`. */
const ConnectionId = z.string().check(z.maxLength(40));
const NewStore = z.object({
  platform: PlatformId,
  name: z.string().check(z.minLength(1), z.maxLength(80)),
  domain: z.string().check(z.minLength(1), z.maxLength(253)),
  connection: ConnectionId,
  credentials: Credentials,
});

/** Checks the credentials first: a store that cannot be reached or lacks a needed right is not saved, and the answer says why. */
export const connectStore = route({
  method: 'POST',
  path: '/stores',
  needs: { permission: 'stores', action: 'add' },
  body: NewStore,
  answer: Store,
  status: 201,
});

const params = z.object({ id: StoreId });
/** Where a person is sent to let our app into the shop. He comes back by `comeBack` to the console, which calls `finishGrant`. */
const Leave = z.object({ address: z.string() });

/** Begins to connect a store by a connection that is `granted`: for ten minutes, for who asked, once. */
export const beginGrant = route({
  method: 'POST',
  path: '/stores/grants',
  needs: { permission: 'stores', action: 'add' },
  body: NewStore,
  answer: Leave,
  status: 201,
});
/** The same for a store that is connected, in place of its credentials. */
export const beginGrantAgain = route({
  method: 'POST',
  path: '/stores/:id/grants',
  needs: { permission: 'stores', action: 'edit' },
  params,
  body: z.object({ connection: ConnectionId, credentials: Credentials }),
  answer: Leave,
  status: 201,
});
/**
 * Where a shop sends people back to, who let our app in: on to the console, which has the shop's words behind the # of its
 * address, so that they stay in the browser.
 */
export const comeBack = browserRoute({
  method: 'GET',
  path: '/stores/granted',
  needs: 'guest',
  streams: 'file',
});
/** Ends it with what the shop sent back: the store is connected then, or the answer says why not. */
export const finishGrant = route({
  method: 'POST',
  path: '/stores/grants/finish',
  needs: { permission: 'stores', action: 'query' },
  /** The whole query that the shop sent him back with. */
  body: z.object({ query: z.string().check(z.minLength(1), z.maxLength(4000)) }),
  answer: Store,
});
export const checkStore = route({
  method: 'POST',
  path: '/stores/:id/check',
  needs: { permission: 'stores', action: 'edit' },
  params,
  answer: Store,
});
/** Writes two drafts to the store and removes them, to learn what it makes of a key it has seen. Takes up to two minutes. */
export const probeStore = route({
  method: 'POST',
  path: '/stores/:id/probe',
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
    connection: z.optional(ConnectionId),
    credentials: z.optional(Credentials),
    /** See `Keeping.careful`. Not while a run is under way in the store. */
    careful: z.optional(z.boolean()),
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
