import { EditStep, EditSteps } from '@bowerbird/catalog/edits/edit-steps';
import { Price } from '@bowerbird/catalog/product';
import { z } from 'zod/mini';
import { Cursor, Instant, listOf } from '../list.ts';
import { route } from '../route.ts';
import { Fault, RunId } from '../runs.ts';
import { ruleOutcomes } from './edit-rules.ts';
import { EditedItem } from './edited-item.ts';
import { ChangedCell, ProductId, Selection } from './products.ts';

/** What a bulk edit makes of one product before it is applied. */
export const editOutcomes = ['changed', 'unchanged', 'rejected'] as const;
export type EditOutcomeName = (typeof editOutcomes)[number];

/** A group of products with the same reason, most products first. */
const ReasonCount = z.object({ code: z.string(), count: z.int() });

/** A product of the sample, exactly as the edit would leave it. */
export const EditPreviewRow = z.object({
  id: ProductId,
  title: z.string(),
  sku: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  outcome: z.enum(editOutcomes),
  /** Indexes of the steps that change it when each is applied after those before it. */
  steps: z.array(z.int()),
  cells: z.array(z.omit(ChangedCell, { undone: true })),
  /** What the store's rules give where a cell has no own value before or after, by the cell's path. */
  ruled: z.record(z.string(), z.unknown()),
  /** Labels of the variants that `cells` name, by their id: the option values joined. */
  variants: z.record(z.string(), z.string()),
  /** Lowest price before and after; null without one. */
  price: z.object({ before: z.nullable(Price), after: z.nullable(Price) }),
  /** Margin in whole percent after the edit, of the first variant with a cost; null without one. */
  margin: z.nullable(z.int()),
  /** Why nothing of it would change. */
  rejection: z.nullable(z.extend(Fault, { step: z.int() })),
  /** What the price guard would stop when it is listed as it would be, whatever the store. */
  stops: z.array(Fault),
  /** The connected stores that would refuse it, or for which their rules and the price guard would stop it. */
  inStores: z.array(z.object({ storeId: z.uuid(), storeName: z.string(), stops: z.array(Fault) })),
});
export type EditPreviewRow = z.infer<typeof EditPreviewRow>;

const edit = { selection: Selection, steps: EditSteps };

/**
 * Shows what the steps would do to a sample of the selection, computed as the job computes it, and how many products and
 * variants are selected. The sample has up to eight products that together cover every step, found among the first few
 * hundred after `from`; another `from` (the last one's `next`) gives other products.
 */
export const previewBulkEdit = route({
  method: 'POST',
  path: '/edits/preview',
  needs: { permission: 'products', action: 'edit' },
  body: z.object({ ...edit, from: z.optional(z.nullable(ProductId)) }),
  answer: z.object({
    products: z.int(),
    variants: z.int(),
    sample: z.array(EditPreviewRow),
    /** Where the next sample begins; null when this one reached the end. */
    next: z.nullable(ProductId),
  }),
});

/**
 * Counts what the steps would do, page by page: called with `after: null` first and then with each `next` until it is
 * null. The sums of all pages are the exact numbers of what was there when each page was read.
 */
export const countBulkEdit = route({
  method: 'POST',
  path: '/edits/count',
  needs: { permission: 'products', action: 'edit' },
  body: z.object({ ...edit, after: z.nullable(ProductId) }),
  answer: z.object({
    checked: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    rejected: z.array(ReasonCount),
    /** Number of products that each step changes, by its index. */
    hits: z.array(z.int()),
    /** Products that would change and that the price guard would then stop. */
    stopped: z.int(),
    /** Price changes in whole percent of the first variant, as counts by lower bound in steps of five: -30 to +30. */
    spread: z.array(z.object({ from: z.int(), count: z.int() })),
    next: z.nullable(ProductId),
  }),
});

/** A time of day in a time zone, as a merchant enters it. */
const LocalTime = z.object({
  /** `2026-11-30T08:00` */
  at: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)),
  /** IANA name. */
  zone: z.string().check(z.maxLength(64)),
});

/**
 * Applies the steps to the selection as one edit set. Which products at which revision are fixed by this call; the run
 * then applies it to each exactly once. `expected` is the number of products that was shown, for a selection by filter
 * (decision 0017). Returns 202 with the run. `begins` schedules it; `ends` schedules its undo.
 */
export const startBulkEdit = route({
  method: 'POST',
  path: '/edits',
  needs: { permission: 'products', action: 'edit' },
  body: z.object({
    ...edit,
    expected: z.optional(z.int()),
    begins: z.optional(LocalTime),
    ends: z.optional(LocalTime),
  }),
  answer: z.object({ runId: RunId }),
  status: 202,
});

/** What became of a product. `changed-since`: it was edited after the preview; the edit was applied to what is there now. */
export const editGroups = ['changed', 'changed-since', 'unchanged', 'rejected', 'gone'] as const;
export type EditGroup = (typeof editGroups)[number];

/** What an undo does to a product: everything restored, something kept because it was changed later, or not possible. */
export const undoGroups = ['restored', 'kept', 'impossible'] as const;
export type UndoGroup = (typeof undoGroups)[number];

const params = z.object({ id: RunId });

/** A bulk edit, or the undo of one, with its counts so far. */
export const getBulkEdit = route({
  method: 'GET',
  path: '/edits/:id',
  needs: { permission: 'runs', action: 'get' },
  params,
  answer: z.object({
    id: RunId,
    /** The edit set; null before its first change. */
    editSetId: z.nullable(z.uuid()),
    /** None for what was entered in the grid, and for marks of the team. */
    steps: z.array(EditStep),
    /** It set marks of the team, or undid that. */
    marks: z.optional(z.literal(true)),
    /** The run that this one undoes. */
    undoes: z.nullable(RunId),
    /** Runs that undid this one, newest first. */
    undoneBy: z.array(z.object({ id: RunId, at: Instant, by: z.nullable(z.string()) })),
    counts: z.record(z.enum([...editGroups, ...undoGroups]), z.int()),
    rejected: z.array(ReasonCount),
    begins: z.nullable(Instant),
    ends: z.nullable(Instant),
    /** Products that it changed and that were listed before: what stores hold is older. */
    listedBefore: z.int(),
  }),
});
export type BulkEdit = z.infer<(typeof getBulkEdit)['answer']>;

/** Lists the products of one group of a bulk edit, of an undo or of a change of rules, with what changed in each. */
export const listBulkEditItems = route({
  method: 'GET',
  path: '/edits/:id/items',
  needs: { permission: 'runs', action: 'get' },
  params,
  query: z.object({
    group: z.enum([...editGroups, ...undoGroups, ...ruleOutcomes]),
    cursor: z.optional(Cursor),
  }),
  answer: listOf(EditedItem),
});

/** What an undo is limited to; left out, it is for everything. */
const undoOf = z.object({
  productIds: z.optional(z.array(ProductId).check(z.minLength(1), z.maxLength(1000))),
  /** Paths of cells: `title`, `variants/v3/price`. */
  paths: z.optional(z.array(z.string().check(z.maxLength(2000))).check(z.minLength(1), z.maxLength(1000))),
});
export type UndoOf = z.infer<typeof undoOf>;

/** Shows what an undo would do now: its counts, and the first products in which something would not be restored. */
export const previewBulkUndo = route({
  method: 'POST',
  path: '/edits/:id/undo/preview',
  needs: { permission: 'products', action: 'edit' },
  params,
  body: z.nullable(undoOf),
  answer: z.object({
    counts: z.record(z.enum(undoGroups), z.int()),
    /** At most fifty; `cells` are those that stay as they are. */
    left: z.array(z.extend(EditedItem, { group: z.enum(undoGroups) })),
  }),
});

/**
 * Undoes a bulk edit, or an undo (which applies it again): all of it, or only in some products and cells. Cells that were
 * changed since are kept. Returns 202 with the run.
 */
export const undoBulkEdit = route({
  method: 'POST',
  path: '/edits/:id/undo',
  needs: { permission: 'products', action: 'edit' },
  params,
  body: undoOf,
  answer: z.object({ runId: RunId }),
  status: 202,
});
