import { z } from 'zod/mini';
import { NavigationItem } from '../account/access.ts';
import { Instant } from '../list.ts';
import { actions, permissions } from '../permissions.ts';
import { route } from '../route.ts';

/** The actions that a role allows on one permission. */
export const Grant = z.object({
  permission: z.enum(permissions),
  actions: z.array(z.enum(actions)).check(z.maxLength(actions.length)),
});
export type Grant = z.infer<typeof Grant>;

export const Role = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** People with a disabled role cannot do anything. */
  status: z.enum(['active', 'disabled']),
  /** Built in and unchangeable; a copy can be changed. */
  builtIn: z.boolean(),
  /** The caller's own role: nobody can change their own permissions. */
  own: z.boolean(),
  /** Whether the caller's role includes all permissions of this one: only then may this role be changed or assigned. */
  withinReach: z.boolean(),
  /** Number of people with this role. */
  people: z.int(),
  permissions: z.array(Grant),
  /** The person who created it; `system` for a built-in role and where no creator is recorded. */
  creatorId: z.string(),
  createdAt: Instant,
});
export type Role = z.infer<typeof Role>;

/**
 * One row of the permission matrix: the actions that this server has for a permission, and those that the caller may
 * grant.
 */
export const MatrixLine = z.object({
  permission: z.enum(permissions),
  actions: z.array(z.object({ action: z.enum(actions), mayGive: z.boolean() })),
});
export type MatrixLine = z.infer<typeof MatrixLine>;

/** Returns the built-in roles first, then the caller's own ones, oldest first. */
export const listRoles = route({
  method: 'GET',
  path: '/roles',
  needs: { permission: 'role', action: 'query' },
  answer: z.object({ roles: z.array(Role), matrix: z.array(MatrixLine) }),
});

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));
const description = z.string().check(z.trim(), z.maxLength(300));
const grants = z.array(Grant).check(z.maxLength(permissions.length));

/** Creates a role. Fails with `role.too-wide` where the role would allow something that its creator may not do. */
export const createRole = route({
  method: 'POST',
  path: '/roles',
  needs: { permission: 'role', action: 'add' },
  body: z.object({ name, description, permissions: grants }),
  answer: Role,
});

const params = z.object({ id: z.string().check(z.maxLength(64)) });

/** Changes a role. Takes effect with the next call of everyone who has it. */
export const updateRole = route({
  method: 'PUT',
  path: '/roles/:id',
  needs: { permission: 'role', action: 'edit' },
  params,
  body: z.object({ name, description, permissions: grants }),
  answer: Role,
});

/** Returns whom a change would affect: the people with this role, and what they would lose and gain. */
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

/**
 * Deletes a role. Fails with `role.held` while people have it, unless `moveTo` names the role that they get instead.
 */
export const deleteRole = route({
  method: 'DELETE',
  path: '/roles/:id',
  needs: { permission: 'role', action: 'delete' },
  params,
  query: z.object({ moveTo: z.optional(z.string().check(z.maxLength(64))) }),
  answer: z.object({ deleted: z.literal(true), moved: z.int() }),
});

/** Returns the navigation as people with this role see it. */
export const seeAsRole = route({
  method: 'GET',
  path: '/roles/:id/navigation',
  needs: { permission: 'role', action: 'get' },
  params,
  answer: z.array(NavigationItem),
});

/** One permission: its actions, the calls that need each action, and the roles that have it. */
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
