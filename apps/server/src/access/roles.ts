import { type Action, actions, type Permission, permissions } from '@bowerbird/contract/permissions';

export interface SeededRole {
  id: string;
  name: string;
  description: string;
  permissions: { permission: Permission; actions: Action[] }[];
}

const everything = permissions.map((permission) => ({ permission, actions: [...actions] }));
/** A merchant's own data and the people who work for them. */
const merchantAreas: Permission[] = [
  'dashboard',
  'collect',
  'products',
  'listing',
  'stores',
  'runs',
  'account',
  'user',
  'role',
  'organisation',
];
/** Areas that merchants read and others write. */
const readAreas: Permission[] = ['news', 'permission'];

/**
 * The built-in roles. `admin` follows the specification: it has the dashboard only, although its description says
 * otherwise.
 */
export const firstRoles: SeededRole[] = [
  { id: 'super', name: '超级管理员', description: '内置：拥有所有权限', permissions: everything },
  {
    id: 'admin',
    name: '管理员',
    description: '拥有所有权限',
    permissions: [{ permission: 'dashboard', actions: ['add', 'query', 'get', 'update', 'delete'] }],
  },
  {
    id: 'merchant',
    name: '商家',
    description: '内置：自己店铺的一切',
    permissions: [
      ...merchantAreas.map((permission) => ({ permission, actions: [...actions] })),
      ...readAreas.map((permission) => ({ permission, actions: ['query', 'get'] satisfies Action[] })),
    ],
  },
];
