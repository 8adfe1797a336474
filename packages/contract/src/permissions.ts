/** The permissions a role can have; one per area of the console. */
export const permissions = [
  'dashboard',
  'collect',
  'products',
  'listing',
  'stores',
  'runs',
  'account',
  'user',
  'role',
  'permission',
  'organisation',
  'navigation',
  'news',
  'support',
] as const;
export type Permission = (typeof permissions)[number];

export const actions = [
  'add',
  'delete',
  'edit',
  'query',
  'get',
  'enable',
  'disable',
  'import',
  'export',
  'update',
] as const;
export type Action = (typeof actions)[number];
