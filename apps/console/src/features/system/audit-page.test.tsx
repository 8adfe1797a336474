// @vitest-environment happy-dom
import type { AuditEvent } from '@bowerbird/contract/system/audit';
import { getAuditFacets, listAudit } from '@bowerbird/contract/system/audit';
import { afterEach, expect, it } from 'vitest';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import { FakeApi, press, says, showPage } from '../../testing/signed-in-page.tsx';
import AuditPage from './audit-page.tsx';

const event: AuditEvent = {
  id: '0199aaaa-0000-7000-8000-0000000000f1',
  at: '2026-11-20T08:00:00.000Z',
  userId: '0199aaaa-0000-7000-8000-000000000001',
  userName: '林晓',
  what: 'POST /exports',
  params: {},
  fields: { format: 'shopify', 'selection.ids': 3 },
  ip: '192.0.2.7',
  userAgent: 'A browser',
  requestId: 'request-17',
  status: 202,
};

let page: ShownPage;
afterEach(() => page.close());

it('says in words what was done, and shows everything of one event', async () => {
  const api = new FakeApi();
  api.answer(listAudit, { items: [event], total: 1, totalIsEstimate: false, nextCursor: null });
  api.answer(getAuditFacets, { people: [], whats: [event.what] });
  page = await showPage(api, <AuditPage />, '/system/audit', '/system/audit');
  await says('导出商品');
  await says('格式 Shopify，旧版表头 · 选中 3');

  const row = document.querySelector<HTMLElement>('[data-row]');
  expect(row).not.toBeNull();
  if (row) {
    await press(row);
  }
  await says('request-17');
  await says('192.0.2.7');
});

it('reports what was changed without raw times, empty values and ids', async () => {
  const api = new FakeApi();
  const invited = {
    ...event,
    what: 'POST /invitations',
    fields: { addresses: 3, roleId: '0199aaaa-0000-7000-8000-0000000000d1', organisationId: '' },
  };
  const announced = {
    ...event,
    id: '0199aaaa-0000-7000-8000-0000000000f2',
    what: 'POST /workplace/config/announcements',
    fields: { level: 'urgent', from: '2026-11-21T22:16:01.847Z' },
  };
  api.answer(listAudit, { items: [invited, announced], total: 2, totalIsEstimate: false, nextCursor: null });
  api.answer(getAuditFacets, { people: [], whats: [] });
  page = await showPage(api, <AuditPage />, '/system/audit', '/system/audit');
  await says('邀请 3');
  await says('重要程度 紧急 · 开始 11-2');
  expect(document.body.textContent).not.toMatch(/0199aaaa|847Z|部门/);
});
