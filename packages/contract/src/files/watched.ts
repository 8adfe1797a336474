import { z } from 'zod/mini';
import { watchHours } from '../collect/watches.ts';
import { Instant } from '../list.ts';
import { route } from '../route.ts';
import { Fault, RunId } from '../runs.ts';
import { importStates } from './imports.ts';
import { NewProductsRule } from './new-products.ts';

const needs = { permission: 'products', action: 'import' } as const;
const params = z.object({ id: z.uuid() });

/**
 * Largest share, in percent, of a supplier's products that may be missing from a whole file that is applied by itself.
 */
export const missingMax = 30;

const WatchedRequest = z.object({
  everyHours: z.literal(watchHours),
  /** Hour of the day at which it is looked at, in `timeZone`; used once a day or less often. */
  hour: z.int().check(z.minimum(0), z.maximum(23)),
  timeZone: z.string().check(z.maxLength(60)),
  /** A file without errors is applied by itself; else each one waits for a person. */
  applies: z.boolean(),
  /** Each file is the supplier's whole range: what is missing from it is gone, and only the newest file counts. */
  whole: z.boolean(),
});

/** Sets the supplier's rule for new products; left out, it stays. Needs the right to add products, too. */
const claim = z.optional(z.nullable(NewProductsRule));

/** Where the files are. An address may have a name and password or a token in it; it is never returned. */
const Where = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('address'), address: z.string().check(z.minLength(1), z.maxLength(2000)) }),
  z.object({ kind: z.literal('folder'), folder: z.string().check(z.minLength(1), z.maxLength(1000)) }),
]);
export type WatchedWhere = z.infer<typeof Where>;

/**
 * What the last look found. `nothing`: no new file in the folder. `waits`: it is looked at again soon, because a file is
 * still being written or the last one is not finished.
 */
export const lookOutcomes = ['imported', 'unchanged', 'nothing', 'waits', 'failed'] as const;

/** A supplier's file at an address or in a folder, which is imported on a schedule. */
export const WatchedFile = z.extend(WatchedRequest, {
  id: z.uuid(),
  /** `claim`: with what the new products of the supplier's files are claimed; null where a person does that. */
  source: z.object({ id: z.uuid(), name: z.string(), claim: z.nullable(NewProductsRule) }),
  /** `shown` is the address without its secrets, or the folder. */
  where: z.object({ kind: z.enum(['address', 'folder']), shown: z.string() }),
  on: z.boolean(),
  /** Null while it is paused. */
  nextAt: z.nullable(Instant),
  /** A look is under way, or was asked for. */
  isLooking: z.boolean(),
  lastLook: z.nullable(z.object({ at: Instant, outcome: z.enum(lookOutcomes) })),
  /** Why the last look failed or waits. */
  fault: z.nullable(Fault),
  /** Its last import. `heldBecause`: why it was not applied by itself. */
  lastImport: z.nullable(
    z.object({
      id: RunId,
      state: z.enum(importStates),
      fileName: z.string(),
      products: z.int(),
      faults: z.int(),
      heldBecause: z.nullable(Fault),
      at: Instant,
    }),
  ),
  createdAt: Instant,
});
export type WatchedFile = z.infer<typeof WatchedFile>;

/** Lists watched files, oldest first, and the folders of the server's machine that this merchant may name. */
export const listWatchedFiles = route({
  method: 'GET',
  path: '/imports/watched',
  needs,
  answer: z.object({ items: z.array(WatchedFile), folders: z.array(z.string()) }),
});

/**
 * Watches a supplier's file, which is read as the supplier's last one was. Fails with `import.watch-too-many`,
 * `import.watch-insecure`, `import.folder-not-allowed` and `import.folder-missing`.
 */
export const createWatchedFile = route({
  method: 'POST',
  path: '/imports/watched',
  needs,
  body: z.extend(WatchedRequest, { sourceId: z.uuid(), where: Where, claim }),
  answer: WatchedFile,
  status: 201,
});

/** Changes a watched file. Without `where`, the address or folder stays as it is. */
export const changeWatchedFile = route({
  method: 'PUT',
  path: '/imports/watched/:id',
  needs,
  params,
  body: z.extend(WatchedRequest, { where: z.optional(Where), on: z.boolean(), claim }),
  answer: WatchedFile,
});

/** Stops watching. What was imported stays. */
export const deleteWatchedFile = route({
  method: 'DELETE',
  path: '/imports/watched/:id',
  needs,
  params,
  answer: z.object({ deleted: z.literal(true) }),
});

/** Looks for a new file within a few seconds, also while the watch is paused. */
export const lookAtWatchedFile = route({
  method: 'POST',
  path: '/imports/watched/:id/look',
  needs,
  params,
  answer: WatchedFile,
  status: 202,
});
