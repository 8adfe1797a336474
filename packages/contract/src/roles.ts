import { z } from 'zod/mini';
import { NavigationItem } from './access.ts';
import { Instant } from './list.ts';
import { actions, permissions } from './permissions.ts';
import { route } from './route.ts';

/** What a role allows on one permission. */
export const Grant = z.object({
  permission: z.enum(permissions),
  actions: z.array(z.enum(actions)).check(z.maxLength(actions.length)),
});
export type Grant = z.infer<typeof Grant>;

export const Role = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** The people of a disabled role cannot act. */
  status: z.enum(['active', 'disabled']),
  /** Comes with the product and stays as it is; a copy can be changed. */
  builtIn: z.boolean(),
  /** The caller's own role: nobody changes what they may do themselves. */
  own: z.boolean(),
  /** Whether the caller's role reaches as far as this one: only then may it be changed or given. */
  withinReach: z.boolean(),
  /** How many hold it. */
  people: z.int(),
  permissions: z.array(Grant),
  /** The person who made it; `system` for a built-in role and where nobody is recorded. */
  creatorId: z.string(),
  createdAt: Instant,
});
export type Role = z.infer<typeof Role>;

/** One line of the matrix: what this server has to allow on a permission, and what of it the caller may give. */
export const MatrixLine = z.object({
  permission: z.enum(permissions),
  actions: z.array(z.object({ action: z.enum(actions), mayGive: z.boolean() })),
});
export type MatrixLine = z.infer<typeof MatrixLine>;

/** The built-in roles first, then one's own, the oldest first. */
export const listRoles = route({
  method: 'GET',
  path: '/roles',
  needs: { permission: 'role', action: 'query' },
  answer: z.object({ roles: z.array(Role), matrix: z.array(MatrixLine) }),
});

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));
const description = z.string().check(z.trim(), z.maxLength(300));
const grants = z.array(Grant).check(z.maxLength(permissions.length));

/** Refused as `role.too-wide` where it would allow what its maker may not do. */
export const createRole = route({
  method: 'POST',
  path: '/roles',
  needs: { permission: 'role', action: 'add' },
  body: z.object({ name, description, permissions: grants }),
  answer: Role,
});

const params = z.object({ id: z.string().check(z.maxLength(64)) });

/** Takes effect with the next call of everybody who holds it. */
export const updateRole = route({
  method: 'PUT',
  path: '/roles/:id',
  needs: { permission: 'role', action: 'edit' },
  params,
  body: z.object({ name, description, permissions: grants }),
  answer: Role,
});

/** Whom a change would touch: the people who hold the role, and what they would lose and gain. */
export const previewRole = route({
  method: 'POST',
  path: '/roles/:id/preview',
  needs: { permission: 'role', action: 'get' },
  params,
  body: z.object({ permissions: grants }),
  answer: z.object({ people: z.int(), loses: z.array(Grant), gains: z.array(Grant) }),
});

export const enableRole = route({
  method: 'POST',
  path: '/roles/:id/enable',
  needs: { permission: 'role', action: 'enable' },
  params,
  answer: Role,
});

export const disableRole = route({
  method: 'POST',
  path: '/roles/:id/disable',
  needs: { permission: 'role', action: 'disable' },
  params,
  answer: Role,
});

/** Refused as `role.held` while people hold it, unless `moveTo` names the role they get instead. */
export const deleteRole = route({
  method: 'DELETE',
  path: '/roles/:id',
  needs: { permission: 'role', action: 'delete' },
  params,
  query: z.object({ moveTo: z.optional(z.string().check(z.maxLength(64))) }),
  answer: z.object({ deleted: z.literal(true), moved: z.int() }),
});

/** The navigation as people of this role are sent it. */
export const seeAsRole = route({
  method: 'GET',
  path: '/roles/:id/navigation',
  needs: { permission: 'role', action: 'get' },
  params,
  answer: z.array(NavigationItem),
});

/** One permission as it is: its actions, the calls that need each, and the roles that hold it. */
export const PermissionInfo = z.object({
  permission: z.enum(permissions),
  actions: z.array(
    z.object({
      action: z.enum(actions),
      calls: z.array(z.object({ method: z.string(), path: z.string() })),
      roles: z.array(z.object({ id: z.string(), name: z.string(), builtIn: z.boolean() })),
    }),
  ),
});
export type PermissionInfo = z.infer<typeof PermissionInfo>;

export const listPermissions = route({
  method: 'GET',
  path: '/permissions',
  needs: { permission: 'permission', action: 'query' },
  answer: z.array(PermissionInfo),
});
