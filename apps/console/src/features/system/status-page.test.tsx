// @vitest-environment happy-dom
import type { SystemStatus } from '@bowerbird/contract/system/system';
import { getSystemStatus } from '@bowerbird/contract/system/system';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import { FakeApi, says, showPage } from '../../testing/signed-in-page.tsx';
import StatusPage from './status-page.tsx';

const at = '2026-11-20T10:00:00.000Z';
const lost = {
  id: '01900000-0000-7000-8000-000000000001',
  platform: 'shopify',
  way: 'list',
  field: 'images' as const,
  before: 1,
  now: 0,
  runs: 2,
  since: at,
  seenAt: at,
  closedAt: null,
};

let api: FakeApi;
let shown: ShownPage;
beforeEach(() => {
  api = new FakeApi();
});
afterEach(() => shown.close());

async function show(drift: SystemStatus['drift']) {
  const open = drift?.filter(({ closedAt }) => closedAt === null).length ?? 0;
  api.answer(getSystemStatus, {
    version: '0.1.0',
    node: '24.0.0',
    startedAt: at,
    measuredAt: at,
    database: { version: '18.4', embedded: true },
    dataFolder: '/data',
    figures: [
      {
        name: 'readers.lost',
        part: 'readers',
        unit: 'count',
        value: open,
        normalFrom: null,
        normalTo: 0,
        act: open > 0,
      },
    ],
    queues: [],
    processes: [],
    folders: [],
    practice: false,
    providers: { mail: false, sms: false, payment: false },
    drift,
  });
  shown = await showPage(api, <StatusPage />, '/system/status', '/system/status');
}

it('does not say that all is well while a reader finds less than it used to, and shows first which', async () => {
  await show([lost]);

  await says('1 处需要处理');
  await says('Shopify，列表：图片');
  expect(document.querySelector('.system-verdict + .reader-list')).not.toBeNull();
});

it('says that all is well once the reader finds it again', async () => {
  await show([{ ...lost, closedAt: at }]);

  await says('一切正常');
  await says('各采集器工作正常');
});
