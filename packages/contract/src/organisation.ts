import { z } from 'zod/mini';
import { route } from './route.ts';

/** One part of the organisation: a department, a team. */
export const OrganisationNode = z.object({
  id: z.uuid(),
  /** Null at the top. */
  parentId: z.nullable(z.uuid()),
  name: z.string(),
  /** People who stand right here, those of its parts not counted. */
  people: z.int(),
});
export type OrganisationNode = z.infer<typeof OrganisationNode>;

const answer = z.array(OrganisationNode);
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));
const params = z.object({ id: z.uuid() });

/** The whole tree as a flat list; siblings stand in their order. Every change answers it anew. */
export const getOrganisation = route({
  method: 'GET',
  path: '/organisation',
  needs: { permission: 'organisation', action: 'query' },
  answer,
});

/** At the end of its siblings. */
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

/** With all its parts, under another parent or to another place. Refused as `organisation.under-itself`. */
export const moveOrganisationNode = route({
  method: 'POST',
  path: '/organisation/:id/move',
  needs: { permission: 'organisation', action: 'edit' },
  params,
  body: z.object({
    parentId: z.nullable(z.uuid()),
    /** The sibling it comes before; null: at the end. */
    before: z.nullable(z.uuid()),
  }),
  answer,
});

/** Refused as `organisation.not-empty` unless `moveUp`: its people and parts then go to its parent. */
export const deleteOrganisationNode = route({
  method: 'DELETE',
  path: '/organisation/:id',
  needs: { permission: 'organisation', action: 'delete' },
  params,
  query: z.object({ moveUp: z.optional(z.literal('yes')) }),
  answer,
});
