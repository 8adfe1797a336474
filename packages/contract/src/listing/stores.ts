import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { PlatformId } from '../platform-id.ts';
import { browserRoute, route } from '../route.ts';
import { Fault } from '../runs.ts';

export const StoreId = z.uuid();
export type StoreId = string;

/** One right that a store's credentials must have. */
export const RightCheck = z.object({ right: z.string(), held: z.boolean(), needed: z.boolean() });

/** How a store prevents duplicates, and how we write to it because of that. */
export const Keeping = z.object({
  /**
   * Whether the store rejects or merges a second product with the same key. `always`, `never`: every store of its
   * platform does, or none; `proven`, `disproved`: a probe showed it for this store; `unknown`: a probe must still show
   * it.
   */
  uniqueKey: z.enum(['always', 'never', 'proven', 'disproved', 'unknown']),
  /** It can be probed: two drafts are written and removed. */
  probes: z.boolean(),
  probedAt: z.nullable(Instant),
  /** Products are created hidden, and shown by a second write. */
  draftFirst: z.boolean(),
  /** Whether the merchant wants that despite its cost; null: there is no choice. */
  careful: z.nullable(z.boolean()),
});
export type Keeping = z.infer<typeof Keeping>;

/**
 * A merchant's connection to a shop. Secrets never leave the server; the last characters of one are shown so that it
 * can be recognised.
 */
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
  /** What the figures of `limits` count: costs that the store computes, or plain requests. */
  limitUnit: z.enum(['points', 'requests']),
  /** Shoppers buy in the store itself; where they cannot, products link to where they can (`buyLink`). */
  hasCheckout: z.boolean(),
  keeping: Keeping,
  counts: z.object({ listed: z.int(), refused: z.int(), verifying: z.int() }),
  /** Images of products that were last listed there, six at most; only in the list of stores. */
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

/** Values by the field names of one of the platform's `connections`. */
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

/**
 * Checks the credentials first: a store that cannot be reached or lacks a needed right is not saved, and the error
 * gives the reason.
 */
export const connectStore = route({
  method: 'POST',
  path: '/stores',
  needs: { permission: 'stores', action: 'add' },
  body: NewStore,
  answer: Store,
  status: 201,
});

const params = z.object({ id: StoreId });
/**
 * The URL where a person authorises our app in the shop. The shop sends them back through `comeBack` to the console,
 * which calls `finishGrant`.
 */
const Leave = z.object({ address: z.string() });

/** Starts to connect a store with a connection that is `granted`: valid for ten minutes, for the same caller, once. */
export const beginGrant = route({
  method: 'POST',
  path: '/stores/grants',
  needs: { permission: 'stores', action: 'add' },
  body: NewStore,
  answer: Leave,
  status: 201,
});
/** Does the same for a store that is already connected, to replace its credentials. */
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
 * Receives people whom a shop sends back after they authorised our app, and redirects them to the console. The shop's
 * parameters are put behind the # of the console's URL, so that they stay in the browser.
 */
export const comeBack = browserRoute({
  method: 'GET',
  path: '/stores/granted',
  needs: 'guest',
  streams: 'file',
});
/** Completes the authorisation with what the shop sent back: the store is connected, or the error gives the reason. */
export const finishGrant = route({
  method: 'POST',
  path: '/stores/grants/finish',
  needs: { permission: 'stores', action: 'query' },
  /** The complete query string with which the shop sent the person back. */
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
/**
 * Writes two drafts to the store and removes them, to find out how the store treats a repeated key. Takes up to two
 * minutes.
 */
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
    /** See `Keeping.careful`. Cannot be changed while a run is active in the store. */
    careful: z.optional(z.boolean()),
  }),
  answer: Store,
});
/** Deletes the connection and its credentials. Listed products remain in the store, and their history is kept here. */
export const removeStore = route({
  method: 'DELETE',
  path: '/stores/:id',
  needs: { permission: 'stores', action: 'delete' },
  params,
  answer: z.object({ removed: z.literal(true) }),
});
