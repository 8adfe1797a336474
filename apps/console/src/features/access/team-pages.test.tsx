// @vitest-environment happy-dom

import type { Permission } from '@bowerbird/contract/permissions';
import { invitePeople, listInvitations } from '@bowerbird/contract/team/invitations';
import type { OrganisationNode } from '@bowerbird/contract/team/organisation';
import { getOrganisation, moveOrganisationNode } from '@bowerbird/contract/team/organisation';
import type { Person } from '@bowerbird/contract/team/people';
import { listPeople } from '@bowerbird/contract/team/people';
import type { Role } from '@bowerbird/contract/team/roles';
import { listRoles, previewRole, updateRole } from '@bowerbird/contract/team/roles';
import type { ReactNode } from 'react';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RoutePermission } from '../../lib/person/session.ts';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, showPage } from '../../testing/signed-in-page.tsx';
import OrganisationPage from './organisation/organisation-page.tsx';
import { addressesIn } from './people/invite-drawer.tsx';
import UsersPage from './people/users-page.tsx';
import RolesPage from './roles/roles-page.tsx';

const now = '2026-11-20T12:00:00Z';
const id = (n: number) => `01900000-0000-7000-8000-00000000000${n}`;

const seller: Role = {
  id: id(1),
  name: '刊登主管',
  description: '',
  status: 'active',
  builtIn: false,
  own: false,
  withinReach: true,
  people: 4,
  permissions: [{ permission: 'products', actions: ['query', 'export'] }],
  creatorId: 'system',
  createdAt: now,
};
const merchant: Role = { ...seller, id: 'merchant', name: '商家', builtIn: true, own: true, people: 1 };
const matrix = [
  {
    permission: 'products' as const,
    actions: [
      { action: 'query' as const, mayGive: true },
      { action: 'export' as const, mayGive: true },
      { action: 'import' as const, mayGive: true },
    ],
  },
];
const wang: Person = {
  id: id(2),
  name: '王敏',
  username: 'wangmin',
  email: 'wang@example.test',
  avatar: null,
  role: { id: seller.id, name: seller.name, status: 'active' },
  organisation: null,
  status: 'active',
  merchant: { id: id(3), name: '林晓', status: 'active', reason: null },
  self: false,
  withinReach: true,
  lastSignedInAt: null,
  createdAt: now,
};
const parts: OrganisationNode[] = [
  { id: id(4), parentId: null, name: '运营中心', people: 0 },
  { id: id(5), parentId: id(4), name: '采集组', people: 0 },
  { id: id(6), parentId: id(4), name: '刊登组', people: 0 },
];

let api: FakeApi;
let shown: ShownPage;

async function show(permission: Permission, page: ReactNode) {
  shown = await showPage(api, <RoutePermission value={permission}>{page}</RoutePermission>, '/', '/');
}

async function write(field: HTMLTextAreaElement | null, words: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, words);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Selects a role in the drawer's list. */
async function chooseRole(name: string) {
  await act(async () => {
    document
      .querySelector('[role=dialog] [role=combobox]')
      ?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  });
  await press(
    document.querySelector<HTMLElement>(`.ant-select-item-option[title="${name}"]`) ?? document.body,
  );
}

beforeEach(() => {
  api = new FakeApi();
  api.answer(listInvitations, []);
  api.answer(invitePeople, []);
  api.answer(getOrganisation, parts);
  api.answer(listRoles, { roles: [merchant, seller], matrix });
  api.answer(listPeople, { items: [wang], total: 1, totalIsEstimate: false, nextCursor: null });
});
afterEach(() => shown.close());

describe('inviting people', () => {
  it('stops at five addresses and says so, before anything is sent [9.invite-5]', async () => {
    await show('user', <UsersPage />);
    await says('王敏');
    await press(button('邀请成员'));
    await says('邮箱地址');

    await chooseRole('刊登主管');
    await write(document.querySelector('textarea'), 'a@x.cn, b@x.cn；c@x.cn\nd@x.cn e@x.cn、f@x.cn');
    await says('6 / 5');
    await press(button('邀请 6 人'));

    await says('一次最多邀请 5 人。');
    expect(api.bodiesOf(invitePeople)).toEqual([]);

    await write(document.querySelector('textarea'), 'a@x.cn, b@x.cn；c@x.cn\nd@x.cn e@x.cn');
    await press(button('邀请 5 人'));
    expect(api.bodiesOf(invitePeople)).toHaveLength(1);
  });

  it('takes addresses however they are parted, each once', () => {
    expect(addressesIn(' a@x.cn, b@x.cn；\n\na@x.cn、c@x.cn ')).toEqual(['a@x.cn', 'b@x.cn', 'c@x.cn']);
  });
});

describe('the menu of a person', () => {
  it('acts on its own, without opening the person below it', async () => {
    await show('user', <UsersPage />);
    await says('王敏');
    await press(button('对 王敏 的操作'));
    await says('停用');

    const items = () => [...document.querySelectorAll<HTMLElement>('.ant-dropdown-menu-item')];
    await act(async () =>
      items()
        .find(({ textContent }) => textContent === '停用')
        ?.click(),
    );

    await says('停用 王敏？');
    expect(document.body.textContent).not.toContain('编辑成员');
  });
});

describe('a role', () => {
  it('is saved only after it was shown who loses what', async () => {
    api.answer(previewRole, {
      people: 4,
      loses: [{ permission: 'products', actions: ['export'] }],
      gains: [],
    });
    api.answer(updateRole, { ...seller, permissions: [{ permission: 'products', actions: ['query'] }] });
    await show('role', <RolesPage />);
    await says('内置角色不能改动');
    const item = [...document.querySelectorAll<HTMLElement>('.role-item')].at(-1);
    await act(async () => item?.click());

    await act(async () => document.querySelector<HTMLElement>('[aria-label="商品：导出"]')?.click());
    await press(button('保存'));
    await says('4 人将失去：');
    expect(document.querySelector('.touched')?.textContent).toContain('商品：导出');
    expect(api.bodiesOf(updateRole)).toEqual([]);

    const sure = [...document.querySelectorAll<HTMLElement>('.ant-modal button')].find(
      ({ textContent }) => textContent === '保存',
    );
    await act(async () => sure?.click());
    await says('已保存。');

    expect(api.bodiesOf(updateRole)).toEqual([
      { name: '刊登主管', description: '', permissions: [{ permission: 'products', actions: ['query'] }] },
    ]);
  });

  it('gets the permission to import files by its own box, which the matrix shows unticked before', async () => {
    const wider = { permission: 'products' as const, actions: ['query', 'export', 'import'] as const };
    api.answer(previewRole, {
      people: 4,
      loses: [],
      gains: [{ permission: 'products', actions: ['import'] }],
    });
    api.answer(updateRole, { ...seller, permissions: [{ ...wider, actions: [...wider.actions] }] });
    await show('role', <RolesPage />);
    await says('内置角色不能改动');
    const item = [...document.querySelectorAll<HTMLElement>('.role-item')].at(-1);
    await act(async () => item?.click());
    const box = () => document.querySelector<HTMLInputElement>('input[aria-label="商品：导入"]');

    expect(box()?.checked).toBe(false);
    await act(async () => box()?.click());
    expect(box()?.checked).toBe(true);
    await press(button('保存'));
    await says('4 人将得到：');
    expect(document.querySelector('.touched')?.textContent).toContain('商品：导入');
    const sure = [...document.querySelectorAll<HTMLElement>('.ant-modal button')].find(
      ({ textContent }) => textContent === '保存',
    );
    await act(async () => sure?.click());
    await says('已保存。');

    expect(api.bodiesOf(updateRole)).toEqual([{ name: '刊登主管', description: '', permissions: [wider] }]);
  });

  it('asks before another role is opened over changes that are not saved', async () => {
    await show('role', <RolesPage />);
    await says('内置角色不能改动');
    const items = [...document.querySelectorAll<HTMLElement>('.role-item')];
    await act(async () => items.at(-1)?.click());
    await act(async () => document.querySelector<HTMLElement>('[aria-label="商品：导出"]')?.click());
    await act(async () => items[0]?.click());
    await says('改动还没保存');
    expect(document.querySelector('.role-item.chosen')?.textContent).toContain('刊登主管');
    const discard = [...document.querySelectorAll<HTMLElement>('.ant-modal button')].find(
      ({ textContent }) => textContent === '放弃改动',
    );
    await act(async () => discard?.click());
    await says('内置角色不能改动');
  });
});

describe('the organisation', () => {
  it('is put in order by the keyboard alone', async () => {
    api.answer(moveOrganisationNode, parts);
    await show('organisation', <OrganisationPage />);
    await says('刊登组');
    const row = document.querySelector<HTMLElement>(`[data-node="${id(6)}"]`);

    const key = (name: string) =>
      act(async () => {
        row?.dispatchEvent(new KeyboardEvent('keydown', { key: name, ctrlKey: true, bubbles: true }));
      });
    await key('ArrowUp');
    await key('ArrowLeft');

    expect(api.bodiesOf(moveOrganisationNode)).toEqual([
      { parentId: id(4), before: id(5) },
      { parentId: null, before: null },
    ]);
  });
});
