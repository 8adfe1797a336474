import { productFields } from '@bowerbird/catalog/product';
import { z } from 'zod/mini';
import { Instant, listOf, pageQuery } from '../list.ts';
import { ChangedCell, ProductId } from '../products/products.ts';
import { route } from '../route.ts';
import { Fault, Run, RunId } from '../runs.ts';
import { CollectedSelection } from './collected.ts';

/** Whose value a field keeps where the source and the merchant both changed it. */
export const mergeSides = ['source', 'mine'] as const;
export const MergeSide = z.enum(mergeSides);
export type MergeSide = z.infer<typeof MergeSide>;
/** A person's decision: a side, or the source's new value with the claim rules applied, where `ruled` is offered. */
export const MergeAnswer = z.enum([...mergeSides, 'ruled']);
export type MergeAnswer = z.infer<typeof MergeAnswer>;
const Field = z.enum(productFields);

/**
 * Collects again: some collected products, the sources of some products, or everything in the request of an earlier
 * run. Starts one run for each source. Changes at the source are merged into the claimed products when a run ends.
 */
export const recollect = route({
  method: 'POST',
  path: '/recollect',
  needs: { permission: 'collect', action: 'add' },
  body: z.object({
    what: z.union([
      z.object({ collected: CollectedSelection }),
      z.object({ productIds: z.array(ProductId).check(z.minLength(1), z.maxLength(1000)) }),
      z.object({ runId: RunId }),
    ]),
    /**
     * Whether to read stock that lists leave out, where the platform supports it
     * (`PlatformInfo.supportsStockRequests`); left out: as when the products were last read.
     */
    stock: z.optional(z.boolean()),
  }),
  answer: z.object({ runIds: z.array(RunId) }),
  status: 202,
});

/** What a re-collect run found, and the result in the merchant's products. */
export const Recollected = z.object({
  run: Run,
  platform: z.string(),
  shop: z.string(),
  products: z.object({
    /** Nothing changed: nothing was written. */
    unchanged: z.int(),
    /** The source changed what the merchant had not changed: the source was followed. */
    followed: z.int(),
    /** The merchant changed what the source had not changed: the merchant's value was kept. */
    kept: z.int(),
    /** Both changed the same field, and there is no decision yet. */
    undecided: z.int(),
    /** Both changed the same field, and it was decided. */
    decided: z.int(),
    /** Claimed before and no longer in the source. */
    gone: z.int(),
  }),
  /** Number of fields that wait for a decision. */
  fieldsUndecided: z.int(),
  /** The edit set with the changes that came from the source, for undo; null when there were none. */
  editSetId: z.nullable(z.uuid()),
});
export type Recollected = z.infer<typeof Recollected>;

export const getRecollected = route({
  method: 'GET',
  path: '/recollect/runs/:id',
  needs: { permission: 'products', action: 'get' },
  params: z.object({ id: RunId }),
  answer: Recollected,
});

/** A product that followed its source in a run, with the history entry that can be undone separately. */
export const Followed = z.object({
  productId: ProductId,
  title: z.string(),
  imageUrl: z.nullable(z.string()),
  changeId: z.uuid(),
  cells: z.array(ChangedCell),
  /** Option values of the product's variants, by id. */
  variants: z.record(z.string(), z.array(z.string())),
  currency: z.nullable(z.string()),
  undone: z.boolean(),
});
export type Followed = z.infer<typeof Followed>;

/** Returns what a run wrote because its source had changed, product by product. */
export const listFollowed = route({
  method: 'GET',
  path: '/recollect/runs/:id/followed',
  needs: { permission: 'products', action: 'query' },
  params: z.object({ id: RunId }),
  query: z.object(pageQuery),
  answer: listOf(Followed),
});

/**
 * Undoes, by its edit set, what following the source or resolving conflicts wrote; fields that were changed again since
 * are spared. Resolved conflicts are open again.
 */
export const undoMerge = route({
  method: 'POST',
  path: '/recollect/undo/:id',
  needs: { permission: 'products', action: 'edit' },
  params: z.object({ id: z.uuid() }),
  answer: z.object({
    /** Products that are restored to their previous state. */
    restored: z.int(),
    /** Products that keep something that was changed since. */
    spared: z.int(),
  }),
});

/** One claimed product with fields that both sides changed. */
export const ConflictRow = z.object({
  productId: ProductId,
  title: z.string(),
  imageUrl: z.nullable(z.string()),
  platform: z.string(),
  shop: z.string(),
  fields: z.array(Field),
  runId: RunId,
  at: Instant,
});
export type ConflictRow = z.infer<typeof ConflictRow>;

/** Conflicts of a field in which the merchant's value was written by one edit set: one question for all of them. */
export const ConflictsOfEdit = z.object({
  editSetId: z.uuid(),
  field: Field,
  count: z.int(),
  at: Instant,
  /** The run, for a bulk edit. */
  runId: z.nullable(RunId),
  by: z.nullable(z.string()),
});
export type ConflictsOfEdit = z.infer<typeof ConflictsOfEdit>;

/**
 * Returns what waits for a decision, newest first; of one run, of one product, or of all. `fields` counts conflicts by
 * field, `shops` by source, and `edits` by the edit set that wrote the merchant's value, where it wrote several; only on
 * the first page, else empty.
 */
export const listConflicts = route({
  method: 'GET',
  path: '/recollect/conflicts',
  needs: { permission: 'products', action: 'query' },
  query: z.object({ ...pageQuery, runId: z.optional(RunId), productId: z.optional(ProductId) }),
  answer: z.extend(listOf(ConflictRow), {
    fields: z.array(z.object({ field: Field, count: z.int() })),
    shops: z.array(z.object({ shop: z.string(), count: z.int() })),
    edits: z.array(ConflictsOfEdit),
  }),
});

/** One conflict: fields that depend on each other are decided together. */
export const Conflict = z.object({
  key: Field,
  fields: z.array(Field),
  /**
   * Values of the first field (for several fields: an object by field): the source at the last merge, the source now,
   * and ours. For variants, only those in conflict, which are equal in everything else.
   */
  before: z.unknown(),
  source: z.unknown(),
  mine: z.unknown(),
  /** The source's new value with the claim rules applied; null where there are none. */
  ruled: z.nullable(z.object({ value: z.unknown() })),
  /** The edit set that wrote the merchant's value; null where no person's did. */
  editSetId: z.nullable(z.uuid()),
});
export type Conflict = z.infer<typeof Conflict>;

export const getConflict = route({
  method: 'GET',
  path: '/recollect/conflicts/:id',
  needs: { permission: 'products', action: 'get' },
  params: z.object({ id: ProductId }),
  answer: z.object({
    row: ConflictRow,
    revision: z.int(),
    currency: z.nullable(z.string()),
    /** When the source was last merged, and when its change was detected. */
    beforeAt: Instant,
    sourceAt: Instant,
    mineAt: Instant,
    conflicts: z.array(Conflict),
    /** Fields that differ and need no decision. */
    settled: z.array(z.object({ field: Field, side: MergeSide })),
  }),
});

/**
 * Saves decisions; fields without a decision are unchanged and stay in conflict. A product that was edited since the
 * conflict was shown is not saved: `product.changed-meanwhile` in its result.
 */
export const resolveConflicts = route({
  method: 'POST',
  path: '/recollect/resolve',
  needs: { permission: 'products', action: 'edit' },
  body: z.object({
    decisions: z
      .array(
        z.object({
          productId: ProductId,
          revision: z.int(),
          answers: z.partialRecord(Field, MergeAnswer),
        }),
      )
      .check(z.minLength(1), z.maxLength(200)),
  }),
  answer: z.object({
    /** The edit set for undo; null when nothing was decided. */
    editSetId: z.nullable(z.uuid()),
    results: z.array(z.object({ productId: ProductId, fault: z.nullable(Fault) })),
  }),
});

/**
 * Decides all conflicts of a field, of a source, of an edit set that wrote the merchant's value, or of several of these at
 * once; with `asRule`, also future ones of the field and source. `source` means here,
 * and in a rule, the source's value with each product's claim rules applied.
 */
export const resolveSimilar = route({
  method: 'POST',
  path: '/recollect/resolve-similar',
  needs: { permission: 'products', action: 'edit' },
  body: z.object({
    side: MergeSide,
    field: z.nullable(Field),
    shop: z.nullable(z.string().check(z.maxLength(300))),
    editSetId: z.optional(z.nullable(z.uuid())),
    asRule: z._default(z.boolean(), false),
  }),
  answer: z.object({
    resolved: z.int(),
    editSetId: z.nullable(z.uuid()),
    /** More may be left: the same call goes on with them. */
    more: z.boolean(),
  }),
});

/**
 * A permanent decision, for example "for the price, mine counts": such conflicts are no longer shown. The rule of one
 * source has priority over the rule for all sources.
 */
export const MergeRule = z.object({
  id: z.uuid(),
  field: Field,
  /** Null: for every source. */
  shop: z.nullable(z.string()),
  side: MergeSide,
  createdAt: Instant,
});
export type MergeRule = z.infer<typeof MergeRule>;

export const listMergeRules = route({
  method: 'GET',
  path: '/recollect/rules',
  needs: { permission: 'products', action: 'query' },
  answer: z.array(MergeRule),
});

export const saveMergeRule = route({
  method: 'POST',
  path: '/recollect/rules',
  needs: { permission: 'products', action: 'edit' },
  body: z.object({
    field: Field,
    shop: z.nullable(z.string().check(z.maxLength(300))),
    side: MergeSide,
  }),
  answer: MergeRule,
});

export const deleteMergeRule = route({
  method: 'DELETE',
  path: '/recollect/rules/:id',
  needs: { permission: 'products', action: 'edit' },
  params: z.object({ id: z.uuid() }),
  answer: z.object({ deleted: z.literal(true) }),
});
