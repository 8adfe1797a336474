import { z } from 'zod/mini';
import { route } from '../route.ts';
import { RunId } from '../runs.ts';
import { GroupName, MarkColour, TeamMarks } from './mark-values.ts';
import { ProductId, Selection } from './products.ts';

const GroupId = z.uuid();

/** A group that products are put into: each is in one or in none. The team shares all of them. */
export const ProductGroup = z.object({ id: GroupId, name: z.string(), products: z.int() });
export type ProductGroup = z.infer<typeof ProductGroup>;

/** Returns what products can be marked with, and how many have each mark. */
export const getMarkChoices = route({
  method: 'GET',
  path: '/products/marks',
  needs: { permission: 'products', action: 'query' },
  answer: z.object({
    /** By name. */
    groups: z.array(ProductGroup),
    /** The people of the team who can sign in, by name. */
    people: z.array(z.object({ id: z.uuid(), name: z.string(), products: z.int() })),
    colours: z.array(z.object({ colour: MarkColour, products: z.int() })),
  }),
});

/** What is set on products; what is left out stays as it is, null takes a mark away. */
const SetMarks = z.object({
  groupId: z.optional(z.nullable(GroupId)),
  colour: z.optional(z.nullable(MarkColour)),
  assigneeId: z.optional(z.nullable(z.uuid())),
  note: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
});

/**
 * Marks the selected products: one run, which can be undone as a bulk edit is; one product alone has only a change in its
 * history. Marks are no part of a product's content: its revision stays, and no store counts as
 * changed. `expected` is the number that was shown, for a selection by filter. Fails with `not-found` for a group or a
 * person of another merchant.
 */
export const markProducts = route({
  method: 'POST',
  path: '/products/marks',
  needs: { permission: 'products', action: 'edit' },
  body: z.object({
    selection: Selection,
    expected: z.optional(z.int().check(z.minimum(0))),
    marks: SetMarks,
  }),
  answer: z.object({
    /** Number of selected products. */
    marked: z.int(),
    /** What `undoBulkEdit` undoes; null for one product, and where nothing changed. */
    runId: z.nullable(RunId),
    /** What `undoProductChange` undoes in each of them; null where nothing changed. */
    changeId: z.nullable(z.uuid()),
  }),
});

/** Returns the marks of one product, and who set them last. */
export const getProductMarks = route({
  method: 'GET',
  path: '/products/:id/marks',
  needs: { permission: 'products', action: 'get' },
  params: z.object({ id: ProductId }),
  answer: TeamMarks,
});

const group = { body: z.object({ name: GroupName }), answer: ProductGroup };

/** Fails with `group.name-taken` if the team has a group of this name, and with `group.too-many` at the maximum. */
export const createProductGroup = route({
  method: 'POST',
  path: '/products/groups',
  needs: { permission: 'products', action: 'edit' },
  ...group,
  status: 201,
});

export const renameProductGroup = route({
  method: 'PUT',
  path: '/products/groups/:id',
  needs: { permission: 'products', action: 'edit' },
  params: z.object({ id: GroupId }),
  ...group,
});

/** Deletes a group; its products stay, in no group. */
export const deleteProductGroup = route({
  method: 'DELETE',
  path: '/products/groups/:id',
  needs: { permission: 'products', action: 'edit' },
  params: z.object({ id: GroupId }),
  answer: z.object({ deleted: z.literal(true) }),
});
