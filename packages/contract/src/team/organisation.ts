import { z } from 'zod/mini';
import { route } from '../route.ts';

/** One unit of the organisation: a department, a team. */
export const OrganisationNode = z.object({
  id: z.uuid(),
  /** Null at the top level. */
  parentId: z.nullable(z.uuid()),
  name: z.string(),
  /** Number of people directly in this unit, not counting its sub-units. */
  people: z.int(),
});
export type OrganisationNode = z.infer<typeof OrganisationNode>;

const answer = z.array(OrganisationNode);
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));
const params = z.object({ id: z.uuid() });

/**
 * Returns the whole tree as a flat list; siblings are in their order. Every call that changes the tree returns the same
 * list.
 */
export const getOrganisation = route({
  method: 'GET',
  path: '/organisation',
  needs: { permission: 'organisation', action: 'query' },
  answer,
});

/** Adds a unit after its siblings. */
export const addOrganisationNode = route({
  method: 'POST',
  path: '/organisation',
  needs: { permission: 'organisation', action: 'add' },
  body: z.object({ parentId: z.nullable(z.uuid()), name }),
  answer,
});

export const renameOrganisationNode = route({
  method: 'PUT',
  path: '/organisation/:id',
  needs: { permission: 'organisation', action: 'edit' },
  params,
  body: z.object({ name }),
  answer,
});

/**
 * Moves a unit with all its sub-units under another parent or to another position. Fails with
 * `organisation.under-itself`.
 */
export const moveOrganisationNode = route({
  method: 'POST',
  path: '/organisation/:id/move',
  needs: { permission: 'organisation', action: 'edit' },
  params,
  body: z.object({
    parentId: z.nullable(z.uuid()),
    /** The sibling that it comes before; null: at the end. */
    before: z.nullable(z.uuid()),
  }),
  answer,
});

/**
 * Deletes a unit. Fails with `organisation.not-empty` unless `moveUp` is set: its people and sub-units then move to its
 * parent.
 */
export const deleteOrganisationNode = route({
  method: 'DELETE',
  path: '/organisation/:id',
  needs: { permission: 'organisation', action: 'delete' },
  params,
  query: z.object({ moveUp: z.optional(z.literal('yes')) }),
  answer,
});
