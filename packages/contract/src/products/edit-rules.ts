import { EditSteps } from '@bowerbird/catalog/edits/edit-steps';
import { z } from 'zod/mini';
import { Cursor, Instant, listOf, pageQuery, queryNumber } from '../list.ts';
import { route } from '../route.ts';
import { Fault, RunId } from '../runs.ts';
import { EditedItem } from './edited-item.ts';
import { ChangedCell, ProductFilter, ProductId, Selection } from './products.ts';

/**
 * States of a rule, in the order of their numbers 0 to 3. `closed`: a person closed it; it is attached to nothing new,
 * neither by a person nor to new products of its filters, and products that have it keep it. `running`: it is being
 * attached, detached or moved to another version. `online`: products have it, or can get it. `error`: it cannot be applied to some of its
 * products, or its last change of products failed. A person chooses between `closed` and `online`; the others follow.
 */
export const editRuleStates = ['closed', 'running', 'online', 'error'] as const;
export type EditRuleState = (typeof editRuleStates)[number];
export const editRuleSorts = ['number', 'timesUsed', 'updated'] as const;

const version = z.int().check(z.minimum(1), z.maximum(1_000_000));

/** A named list of edit steps that can be attached to products, and is then applied to every snapshot of their sources. */
export const EditRule = z.object({
  id: z.uuid(),
  /** Counts up from 1 in each merchant's rules; no number is used twice. */
  number: z.int(),
  name: z.string(),
  description: z.string(),
  state: z.enum(editRuleStates),
  /** The newest version. */
  version,
  /** How often it was attached to products or moved to another version. */
  timesUsed: z.int(),
  updatedAt: Instant,
  /** It is attached to products, or to a filter for new ones. */
  isAttached: z.boolean(),
  /** The caller is notified when it cannot be applied to products. */
  alarmed: z.boolean(),
});
export type EditRule = z.infer<typeof EditRule>;

/** Products that have one version of a rule, and the filter by which new products get it. */
export const RuleAttachment = z.object({
  id: z.uuid(),
  version,
  /** Null where products were selected by hand: new products do not get the rule. */
  filter: z.nullable(ProductFilter),
  attachedAt: Instant,
  /** Set when it is detached or moved; products may still have it when that was cancelled. */
  detachedAt: z.nullable(Instant),
  products: z.int(),
  /** Products to which it cannot be applied. */
  rejected: z.int(),
});
export type RuleAttachment = z.infer<typeof RuleAttachment>;

export const EditRuleDetail = z.extend(EditRule, {
  /** Newest first. */
  versions: z.array(z.object({ version, steps: EditSteps, at: Instant, by: z.nullable(z.string()) })),
  /** Those in force, and those that products still have; in the order in which they are applied. */
  attachments: z.array(RuleAttachment),
});
export type EditRuleDetail = z.infer<typeof EditRuleDetail>;

const written = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  description: z.string().check(z.trim(), z.minLength(5), z.maxLength(500)),
  /** Without series, which do not depend on the product alone (`edit-rule.series`). */
  steps: EditSteps,
};
const params = z.object({ id: z.uuid() });

export const listEditRules = route({
  method: 'GET',
  path: '/edit-rules',
  needs: { permission: 'products', action: 'query' },
  query: z.object({
    ...pageQuery,
    /** A rule's number, or a part of its name or description. */
    text: z.optional(z.string().check(z.maxLength(200))),
    state: z.optional(z.enum(editRuleStates)),
    /** At least so often attached or moved. */
    usedMin: z.optional(queryNumber),
    updatedFrom: z.optional(Instant),
    /** Before this instant. */
    updatedTo: z.optional(Instant),
    attached: z.optional(z.enum(['yes', 'no'])),
    /** Rules of which the caller is notified, or is not. */
    alarm: z.optional(z.enum(['yes', 'no'])),
    sort: z._default(z.enum(editRuleSorts), 'updated'),
    direction: z._default(z.enum(['asc', 'desc']), 'desc'),
  }),
  answer: listOf(EditRule),
});

export const getEditRule = route({
  method: 'GET',
  path: '/edit-rules/:id',
  needs: { permission: 'products', action: 'get' },
  params,
  answer: EditRuleDetail,
});

export const createEditRule = route({
  method: 'POST',
  path: '/edit-rules',
  needs: { permission: 'products', action: 'add' },
  body: z.object(written),
  answer: EditRuleDetail,
  status: 201,
});

/**
 * Saves a rule; other steps are a new version, and products keep the version that they have until they are moved.
 * `version` is the newest one that was read: fails with `edit-rule.changed-meanwhile` when there is a newer one.
 */
export const saveEditRule = route({
  method: 'PUT',
  path: '/edit-rules/:id',
  needs: { permission: 'products', action: 'edit' },
  params,
  body: z.object({ ...written, version }),
  answer: EditRuleDetail,
});

/** Closes a rule, or opens it again. Changes no product. */
export const setEditRuleState = route({
  method: 'PUT',
  path: '/edit-rules/:id/state',
  needs: { permission: 'products', action: 'edit' },
  params,
  body: z.object({ state: z.enum(['closed', 'online']) }),
  answer: EditRuleDetail,
});

/**
 * Notifies the caller from now on when the rule cannot be applied to products, or no longer does. Fails with
 * `edit-rule.closed` for a closed rule.
 */
export const setEditRuleAlarm = route({
  method: 'PUT',
  path: '/edit-rules/:id/alarm',
  needs: { permission: 'products', action: 'query' },
  params,
  body: z.object({ on: z.boolean() }),
  answer: EditRuleDetail,
});

/** Deletes a rule. Fails with `edit-rule.attached` while products have it or would get it. */
export const deleteEditRule = route({
  method: 'DELETE',
  path: '/edit-rules/:id',
  needs: { permission: 'products', action: 'delete' },
  params,
  answer: z.object({ deleted: z.literal(true) }),
});

/**
 * What attaching, detaching or moving a rule makes of a product. `without-source`: there is no snapshot to apply it to;
 * a collected product gets it with its next snapshot, another one never. `already`: it has the rule by another
 * attachment. `rejected`: the rule cannot be applied to it, and is tried again with its next snapshot.
 */
export const ruleOutcomes = ['changed', 'unchanged', 'without-source', 'already', 'rejected'] as const;
export type RuleOutcomeName = (typeof ruleOutcomes)[number];

const counts = {
  counts: z.record(z.enum(ruleOutcomes), z.int()),
  /** Products with a value that a person set, and that the rule would have changed: it stays. */
  kept: z.int(),
};

export const RulePreviewRow = z.object({
  id: ProductId,
  title: z.string(),
  imageUrl: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  outcome: z.enum(ruleOutcomes),
  cells: z.array(z.omit(ChangedCell, { undone: true })),
  /** Values that stay because a person set them, and what the rule would have made of them. */
  kept: z.array(z.object({ path: z.string(), mine: z.unknown(), ruled: z.unknown() })),
  /** Labels of the variants that the cells name, by their id: the option values joined. */
  variants: z.record(z.string(), z.string()),
  rejection: z.nullable(z.extend(Fault, { step: z.int() })),
});
export type RulePreviewRow = z.infer<typeof RulePreviewRow>;

/**
 * A page of a preview: called with `after: null` first and then with each `next` until it is null, the sums of all pages
 * are the numbers of the whole.
 */
const RulePreview = z.object({
  ...counts,
  checked: z.int(),
  rejected: z.array(z.object({ code: z.string(), count: z.int() })),
  sample: z.array(RulePreviewRow),
  next: z.nullable(ProductId),
  /** Number of products chosen, on the first page. */
  products: z.nullable(z.int()),
});
export type RulePreview = z.infer<typeof RulePreview>;

const after = z.nullable(ProductId);
const attached = z.object({ runId: RunId, attachmentId: z.uuid() });

export const previewAttachRule = route({
  method: 'POST',
  path: '/edit-rules/:id/attach/preview',
  needs: { permission: 'products', action: 'edit' },
  params,
  body: z.object({ version, selection: Selection, after }),
  answer: RulePreview,
});

/**
 * Attaches a version of a rule to products, as one edit set: their source's snapshots are read through it from now on.
 * What a person set stays. Products that are claimed later and match the filter get it as well. `expected` is the number
 * of products that was shown. Returns 202 with the run. Fails with `edit-rule.closed` for a closed rule.
 */
export const attachRule = route({
  method: 'POST',
  path: '/edit-rules/:id/attach',
  needs: { permission: 'products', action: 'edit' },
  params,
  body: z.object({ version, selection: Selection, expected: z.optional(z.int().check(z.minimum(0))) }),
  answer: attached,
  status: 202,
});

/** The same preview for moving an attachment to another version, or for detaching it (`version` null). */
export const previewMoveRule = route({
  method: 'POST',
  path: '/edit-rules/attachments/:id/preview',
  needs: { permission: 'products', action: 'edit' },
  params,
  body: z.object({ version: z.nullable(version), after }),
  answer: RulePreview,
});

/** Moves the products of an attachment to another version of its rule; they get a new attachment in its place. */
export const moveRule = route({
  method: 'POST',
  path: '/edit-rules/attachments/:id/move',
  needs: { permission: 'products', action: 'edit' },
  params,
  body: z.object({ version }),
  answer: attached,
  status: 202,
});

/** Detaches a rule from the products of an attachment: what it made of them returns to what their source states. */
export const detachRule = route({
  method: 'POST',
  path: '/edit-rules/attachments/:id/detach',
  needs: { permission: 'products', action: 'edit' },
  params,
  answer: attached,
  status: 202,
});

/** Products of a change of rules: `changed` by it, `kept` a value that a person set, or `rejected` the rule. */
export const ruleChangeGroups = ['changed', 'kept', 'rejected'] as const;
export type RuleChangeGroup = (typeof ruleChangeGroups)[number];

const change = { id: RunId };

/** What a run that attached, detached or moved a rule has done so far. */
export const getRuleChange = route({
  method: 'GET',
  path: '/edit-rules/changes/:id',
  needs: { permission: 'products', action: 'get' },
  params: z.object(change),
  answer: z.object({
    runId: RunId,
    ruleId: z.uuid(),
    ruleName: z.string(),
    /** The attachment that products lost, and the one that they got. */
    removes: z.nullable(z.uuid()),
    adds: z.nullable(z.uuid()),
    /** The filter of the attachment that products lost; null without one, and for products that were chosen by hand. */
    removesFilter: z.nullable(ProductFilter),
    /** The versions of these attachments. */
    removesVersion: z.nullable(version),
    addsVersion: z.nullable(version),
    /** The added attachment was not detached or moved since. */
    isInForce: z.boolean(),
    /** Null before its first change. */
    editSetId: z.nullable(z.uuid()),
    ...counts,
    /** Products that were deleted before the run came to them. */
    gone: z.int(),
    /** Why it was rejected, most products first; which they are: `listBulkEditItems`. */
    rejected: z.array(z.object({ code: z.string(), count: z.int() })),
    /** The first products of `kept`, a thousand at most. */
    keptIds: z.array(ProductId),
  }),
});

/** Lists the products to which an attached rule cannot be applied, and why. */
export const listRuleRejections = route({
  method: 'GET',
  path: '/edit-rules/attachments/:id/rejected',
  needs: { permission: 'products', action: 'get' },
  params,
  query: z.object({ cursor: z.optional(Cursor) }),
  answer: listOf(
    z.object({ productId: ProductId, title: z.string(), step: z.int(), fault: Fault, at: Instant }),
  ),
});

/** Lists the products of one group of a change, with what changed in each; of `kept`, a thousand at most. */
export const listRuleChangeItems = route({
  method: 'GET',
  path: '/edit-rules/changes/:id/items',
  needs: { permission: 'products', action: 'get' },
  params: z.object(change),
  query: z.object({ group: z.enum(ruleChangeGroups), cursor: z.optional(Cursor) }),
  answer: listOf(EditedItem),
});
