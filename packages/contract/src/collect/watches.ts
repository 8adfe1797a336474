import { z } from 'zod/mini';
import { Instant, listOf, pageQuery } from '../list.ts';
import { ProductId } from '../products/products.ts';
import { route } from '../route.ts';
import { Fault, RunId, runStates } from '../runs.ts';
import { CollectScope } from './collect.ts';

/** How often a source is read again, in hours. */
export const watchHours = [1, 6, 12, 24, 72, 168] as const;

const Alerts = z.object({
  /** Reports a change of the lowest price by at least this many percent; null: never. */
  pricePercent: z.nullable(z.int().check(z.minimum(1), z.maximum(90))),
  /** Reports when the product sells out or becomes available again. */
  stock: z.boolean(),
  /** Reports when the product is no longer there. */
  gone: z.boolean(),
});

const WatchRequest = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  everyHours: z.literal(watchHours),
  /** Hour of the day at which it starts, in `timeZone`; used where the source is read once a day or less often. */
  hour: z.int().check(z.minimum(0), z.maximum(23)),
  timeZone: z.string().check(z.maxLength(60)),
  alerts: Alerts,
  /**
   * Each read also reads stock that the source's lists leave out, as in `startCollect`. Left out: no; where a watch is
   * changed: as before.
   */
  stock: z.optional(z.boolean()),
});

/** What is watched: an address with its scope, or the sources of all claimed products of one shop. */
const WatchTarget = z.union([
  z.object({
    kind: z.literal('addresses'),
    platform: z.string().check(z.maxLength(40)),
    scope: CollectScope,
    addresses: z.array(z.string().check(z.maxLength(2000))).check(z.minLength(1), z.maxLength(1000)),
  }),
  z.object({
    kind: z.literal('claimed'),
    platform: z.string().check(z.maxLength(40)),
    shop: z.string().check(z.minLength(1), z.maxLength(300)),
  }),
]);

export const Watch = z.extend(WatchRequest, {
  id: z.uuid(),
  target: WatchTarget,
  shop: z.string(),
  on: z.boolean(),
  /** Null while it is off. */
  nextAt: z.nullable(Instant),
  lastRun: z.nullable(z.object({ id: RunId, state: z.enum(runStates), at: Instant })),
  /** Why it could not be read when it was last due; it is retried at its next time. */
  fault: z.optional(z.nullable(Fault)),
  /** Number of unread alerts. */
  alertCount: z.int(),
  createdAt: Instant,
});
export type Watch = z.infer<typeof Watch>;

export const listWatches = route({
  method: 'GET',
  path: '/watches',
  needs: { permission: 'collect', action: 'query' },
  answer: z.array(Watch),
});

/** Creates a watch. Fails with `watch.too-many`, and with the errors of starting such a run. */
export const createWatch = route({
  method: 'POST',
  path: '/watches',
  needs: { permission: 'collect', action: 'add' },
  body: z.extend(WatchRequest, { target: WatchTarget }),
  answer: Watch,
  status: 201,
});

const watchParams = z.object({ id: z.uuid() });

export const changeWatch = route({
  method: 'PUT',
  path: '/watches/:id',
  needs: { permission: 'collect', action: 'edit' },
  params: watchParams,
  body: z.extend(WatchRequest, { on: z.boolean() }),
  answer: Watch,
});

export const deleteWatch = route({
  method: 'DELETE',
  path: '/watches/:id',
  needs: { permission: 'collect', action: 'delete' },
  params: watchParams,
  answer: z.object({ deleted: z.literal(true) }),
});

/** Reads the source now. While it is already being read, no second read starts and the current run is returned. */
export const runWatch = route({
  method: 'POST',
  path: '/watches/:id/run',
  needs: { permission: 'collect', action: 'add' },
  params: watchParams,
  answer: z.object({ runId: RunId }),
  status: 202,
});

export const alertKinds = ['price-down', 'price-up', 'sold-out', 'back', 'gone', 'rejected'] as const;

/** Something that happened to a claimed product at its source. */
export const Alert = z.object({
  id: z.uuid(),
  kind: z.enum(alertKinds),
  productId: ProductId,
  title: z.string(),
  imageUrl: z.nullable(z.string()),
  platform: z.string(),
  shop: z.string(),
  url: z.string(),
  /** Amounts for prices; null where there is no value. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  /** For `rejected`: what would be invalid, so that the source was not followed. */
  fault: z.nullable(Fault),
  watchId: z.nullable(z.uuid()),
  runId: RunId,
  at: Instant,
  readAt: z.nullable(Instant),
});
export type Alert = z.infer<typeof Alert>;

/** Returns alerts, newest first. `unread` counts by kind. */
export const listAlerts = route({
  method: 'GET',
  path: '/watches/alerts',
  needs: { permission: 'collect', action: 'query' },
  query: z.object({
    ...pageQuery,
    kind: z.optional(z.enum(alertKinds)),
    watchId: z.optional(z.uuid()),
    unread: z.optional(z.enum(['true'])),
  }),
  answer: z.extend(listOf(Alert), { unread: z.partialRecord(z.enum(alertKinds), z.int()) }),
});

/** Marks alerts as read: these, or all up to an instant. */
export const readAlerts = route({
  method: 'POST',
  path: '/watches/alerts/read',
  needs: { permission: 'collect', action: 'query' },
  body: z.union([
    z.object({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(200)) }),
    z.object({ upTo: Instant }),
  ]),
  answer: z.object({ read: z.int() }),
});
