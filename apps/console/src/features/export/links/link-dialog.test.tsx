// @vitest-environment happy-dom
import type { ExportLink } from '@bowerbird/contract/exports/links';
import { createExportLink, listExportLinks, revokeExportLink } from '@bowerbird/contract/exports/links';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, showPage } from '../../../testing/signed-in-page.tsx';
import LinkDialog from './link-dialog.tsx';

const fileId = '0199aaaa-0000-7000-8000-0000000000f1';
const link: ExportLink = {
  id: '0199aaaa-0000-7000-8000-0000000000f2',
  fileId,
  scheduleId: null,
  name: 'products.csv',
  state: 'open',
  expiresAt: '2036-11-18T08:00:00Z',
  downloadsMax: 5,
  downloads: 2,
  lastUsedAt: null,
  createdBy: '安',
  createdAt: '2026-11-18T08:00:00Z',
};
let links: ExportLink[];
let api: FakeApi;
let page: ShownPage | null = null;

beforeEach(() => {
  links = [];
  api = new FakeApi();
  api.answer(listExportLinks, () => links);
});
afterEach(() => page?.close());

const show = async (what: 'file' | 'schedule' = 'file') => {
  page = await showPage(
    api,
    <LinkDialog to={{ what, id: fileId }} name="products.csv" onClose={() => undefined} />,
    '/products/export',
    '/products/export',
  );
};

it('shows the address of a new link once, and what becomes of links', async () => {
  const address = 'https://bower.example/shop-reptile/api/export-links/secret';
  api.answer(createExportLink, () => {
    links = [link];
    return { link, address };
  });
  await show();
  await says('还没有链接。');
  await press(button('生成链接'));

  await says('链接只显示这一次');
  await says(address);
  await says('已下载 2/5 次');
  expect(api.bodiesOf(createExportLink)).toEqual([{ to: { what: 'file', id: fileId }, hours: 24 }]);
});

it('revokes after a question, and keeps what is over in the list', async () => {
  links = [link, { ...link, id: fileId, state: 'expired', downloadsMax: null }];
  api.answer(revokeExportLink, () => {
    links = [{ ...link, state: 'revoked' }];
    return links[0] ?? link;
  });
  await show();
  await says('已过期');
  await press(button('撤销'));
  await says('撤销这个链接？');
  await press([...document.querySelectorAll<HTMLElement>('.ant-btn-dangerous')].at(-1) ?? document.body);

  await says('已撤销');
});

it('of a schedule says that its address stays, and is valid for longer', async () => {
  api.answer(createExportLink, () => ({ link, address: 'https://bower.example/x' }));
  await show('schedule');
  await says('地址固定不变');
  await press(button('生成链接'));

  expect(api.bodiesOf(createExportLink)).toEqual([{ to: { what: 'schedule', id: fileId }, hours: 720 }]);
});
