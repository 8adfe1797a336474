import { productFields } from '@bowerbird/catalog/product';
import { z } from 'zod/mini';
import { CollectedSelection } from './collected.ts';
import { Instant, listOf, pageQuery } from './list.ts';
import { ProductId } from './products.ts';
import { route } from './route.ts';
import { Fault, Run, RunId } from './runs.ts';

/** Whose value a field keeps where the source and the merchant both changed it. */
export const mergeSides = ['source', 'mine'] as const;
export const MergeSide = z.enum(mergeSides);
export type MergeSide = z.infer<typeof MergeSide>;
/** What a person answers: a side, or the source's new value with the rules of the claim applied, where `ruled` is offered. */
export const MergeAnswer = z.enum([...mergeSides, 'ruled']);
export type MergeAnswer = z.infer<typeof MergeAnswer>;
const Field = z.enum(productFields);

/**
 * Reads again what was collected: some results, the sources of some products, or all that a run was asked for. One run
 * for each source. What changed there is merged into the claimed products when a run ends.
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
     * Whether stock is asked for that lists leave out, where a platform can be asked (`PlatformInfo.asksForStock`); left out: as it
     * was when this was read last.
     */
    stock: z.optional(z.boolean()),
  }),
  answer: z.object({ runIds: z.array(RunId) }),
  status: 202,
});

/** What a run that read things again found, and what became of it in the merchant's products. */
export const Recollected = z.object({
  run: Run,
  platform: z.string(),
  shop: z.string(),
  products: z.object({
    /** Nothing changed: nothing was written. */
    unchanged: z.int(),
    /** The source changed what the merchant had not: it was followed. */
    followed: z.int(),
    /** The merchant changed what the source had not: it was kept. */
    kept: z.int(),
    /** Both changed the same, and nobody decided yet. */
    undecided: z.int(),
    /** Both changed the same, and it was decided. */
    decided: z.int(),
    /** Claimed before and no longer in the source. */
    gone: z.int(),
  }),
  /** Fields that wait for a decision. */
  fieldsUndecided: z.int(),
  /** What following changed, to take back; null when nothing was. */
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

/** A product that followed its source in a run, with the change of its history that can be undone alone. */
export const Followed = z.object({
  productId: ProductId,
  title: z.string(),
  pictureUrl: z.nullable(z.string()),
  changeId: z.uuid(),
  fields: z.array(z.object({ field: Field, before: z.unknown(), after: z.unknown() })),
  currency: z.nullable(z.string()),
  undone: z.boolean(),
});
export type Followed = z.infer<typeof Followed>;

/** What a run wrote because its source had changed, product by product. */
export const listFollowed = route({
  method: 'GET',
  path: '/recollect/runs/:id/followed',
  needs: { permission: 'products', action: 'query' },
  params: z.object({ id: RunId }),
  query: z.object(pageQuery),
  answer: listOf(Followed),
});

/**
 * Takes back what following or deciding wrote, by its edit set; fields that were changed again since are spared. What was
 * decided is a question again.
 */
export const undoMerge = route({
  method: 'POST',
  path: '/recollect/undo/:id',
  needs: { permission: 'products', action: 'edit' },
  params: z.object({ id: z.uuid() }),
  answer: z.object({
    /** Products that are as they were before. */
    restored: z.int(),
    /** Products where something was changed since and therefore stays. */
    spared: z.int(),
  }),
});

/** One claimed product with fields that both sides changed. */
export const ConflictRow = z.object({
  productId: ProductId,
  title: z.string(),
  pictureUrl: z.nullable(z.string()),
  platform: z.string(),
  shop: z.string(),
  fields: z.array(Field),
  runId: RunId,
  at: Instant,
});
export type ConflictRow = z.infer<typeof ConflictRow>;

/**
 * What waits for a decision, newest first; of one run, of one product, or of all. `fields` counts questions by field,
 * `shops` by source.
 */
export const listConflicts = route({
  method: 'GET',
  path: '/recollect/conflicts',
  needs: { permission: 'products', action: 'query' },
  query: z.object({ ...pageQuery, runId: z.optional(RunId), productId: z.optional(ProductId) }),
  answer: z.extend(listOf(ConflictRow), {
    fields: z.array(z.object({ field: Field, count: z.int() })),
    shops: z.array(z.object({ shop: z.string(), count: z.int() })),
  }),
});

/** One question: fields that hang together are decided together. */
export const Conflict = z.object({
  key: Field,
  fields: z.array(Field),
  /**
   * Of the first field (several: an object by field): the source at the last merge, the source now, and ours. Of variants
   * those that are asked about, alike in everything else.
   */
  before: z.unknown(),
  source: z.unknown(),
  mine: z.unknown(),
  /** What the source's new value becomes by the rules that the product was claimed with; null where there are none. */
  ruled: z.nullable(z.object({ value: z.unknown() })),
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
    /** When the source was merged last, and when it was seen changed. */
    beforeAt: Instant,
    sourceAt: Instant,
    mineAt: Instant,
    conflicts: z.array(Conflict),
    /** Fields that differ and need no decision. */
    settled: z.array(z.object({ field: Field, side: MergeSide })),
  }),
});

/**
 * Writes decisions; what is not decided stays as it was and stays a question. A product that was edited since the
 * question was shown is not written: `product.changed-meanwhile` in its result.
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
    /** To take it back; null when nothing was decided. */
    editSetId: z.nullable(z.uuid()),
    results: z.array(z.object({ productId: ProductId, fault: z.nullable(Fault) })),
  }),
});

/**
 * Decides all questions of a field, of a source, or both at once; with `asRule`, also those to come. `source` is here, and
 * in a rule, what the rules of each claim make of the source.
 */
export const resolveAlike = route({
  method: 'POST',
  path: '/recollect/resolve-alike',
  needs: { permission: 'products', action: 'edit' },
  body: z.object({
    side: MergeSide,
    field: z.nullable(Field),
    shop: z.nullable(z.string().check(z.maxLength(300))),
    asRule: z._default(z.boolean(), false),
  }),
  answer: z.object({ resolved: z.int(), editSetId: z.nullable(z.uuid()) }),
});

/** "Of the price, mine counts": asked no more. The rule of one source goes before the rule of all. */
export const MergeRule = z.object({
  id: z.uuid(),
  field: Field,
  /** Null: of every source. */
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
