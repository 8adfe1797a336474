import type { CurrentUser } from '@bowerbird/contract/account/account';
import { expect, it } from 'vitest';
import { mayDo } from './session.ts';

const user: CurrentUser = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  ownerId: '0199aaaa-0000-7000-8000-000000000002',
  name: 'Lin',
  username: 'lin',
  email: 'lin@example.test',
  avatar: null,
  role: {
    id: 'clerk',
    name: 'Clerk',
    describe: '',
    status: 1,
    creatorId: 'system',
    createTime: 0,
    deleted: 0,
    permissions: [
      { permissionId: 'products', actionEntitySet: [{ action: 'query' }, { action: 'edit' }] },
      { permissionId: 'stores', actionEntitySet: [] },
    ],
  },
};

it('answers whether a person may do an action on a page; what is not known is not allowed [6.check]', () => {
  expect(mayDo(user, 'products', 'edit')).toBe(true);
  expect(mayDo(user, 'products', 'delete')).toBe(false);
  expect(mayDo(user, 'stores', 'query')).toBe(false);
  expect(mayDo(user, 'listing', 'query')).toBe(false);
});

it("never lets an administrator act on a merchant's products", () => {
  expect(mayDo({ ...user, ownerId: null }, 'products', 'edit')).toBe(false);
});
