import { secretAddress } from '../one-of-everything/one-team.ts';
import type { Bodies } from './bodies.ts';

const permissions = [{ permission: 'products', actions: ['query'] }];
const role = { name: 'Taken', description: '', permissions };

/** Returns an invitation token as the installation would issue it for this owner. */
const tokenOf = (ownerId: string) =>
  `${Buffer.from(ownerId.replaceAll('-', ''), 'hex').toString('base64url')}.${'A'.repeat(43)}`;
const person = { name: 'Ben', username: 'ben-again', password: 'not so common 1' };

export const teamBodies: Bodies = {
  'GET /people': (ids) => [
    { role: ids.role },
    { organisation: ids.part },
    { merchant: ids.owner },
    { search: 'demo' },
  ],
  'PUT /people/:id': (ids) => [{ name: 'Taken' }, { roleId: ids.role }, { organisationId: ids.part }],
  'POST /merchants/:id/freeze': () => [{ reason: 'because' }],
  'POST /invitations': (ids, { known }) => [
    { addresses: [known ? secretAddress : 'nobody@secret.example'], roleId: ids.role },
    { addresses: ['x@y.example'], roleId: 'merchant', organisationId: ids.part },
  ],
  'POST /user/invitation': (ids) => [{ token: tokenOf(ids.owner) }],
  'POST /user/invitation/accept': (ids) => [{ token: tokenOf(ids.owner), ...person }],
  'POST /roles': () => [
    { ...role, name: 'Secret keepers', permissions: [{ permission: 'support', actions: ['get'] }] },
  ],
  'PUT /roles/:id': () => [role],
  'POST /roles/:id/preview': () => [{ permissions }],
  'DELETE /roles/:id': (ids) => [{ moveTo: ids.role }],
  'POST /organisation': (ids) => [{ parentId: ids.part, name: 'Taken' }],
  'PUT /organisation/:id': () => [{ name: 'Taken' }],
  'POST /organisation/:id/move': (ids) => [
    { parentId: null, before: null },
    { parentId: ids.part, before: ids.part },
  ],
  'DELETE /organisation/:id': () => [{ moveUp: 'yes' }],
  'PUT /navigation/:id': () => [{ titles: { 'en-US': 'Taken' }, icon: null, hidden: true }],
  'POST /navigation/order': () => [{ parentId: '0', ids: ['runs'] }],
};
