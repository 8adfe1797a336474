import type { Run } from '@bowerbird/contract/runs';
import { listCurrentRuns, listRuns } from '@bowerbird/contract/runs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { button, FakeApi, press, type ShownPage, says, showPage } from '../../testing/signed-in-page.tsx';
import { RunTray } from './run-tray.tsx';

let shown: ShownPage | undefined;

beforeEach(() => localStorage.clear());
afterEach(() => shown?.close());

it('keeps a failed run, with its reason, until somebody has looked', async () => {
  const api = new FakeApi();
  api.answer(listRuns, { items: [failedAnHourAgo()], total: 1, totalIsEstimate: false, nextCursor: null });
  shown = await showPage(api, <RunTray />, '/', '/');

  await says('1 项刚结束');
  await press(button('1 项刚结束'));
  await says('找不到 shop.example');
  await press(button('1 项刚结束'));

  expect(document.querySelector('.tray-pill')).toBeNull();
});

it('counts of a listing run what is listed, not what was processed', async () => {
  const at = new Date().toISOString();
  const listing: Run = {
    ...failedAnHourAgo(),
    kind: 'listing',
    state: 'running',
    title: 'Casa Ipê',
    done: 1500,
    total: 2024,
    failed: 1480,
    fault: null,
    endedAt: null,
  };
  const ended: Run = {
    ...listing,
    id: '0199aaaa-0000-7000-8000-00000000000b',
    state: 'partial',
    done: 2024,
    failed: 2024,
    endedAt: at,
  };
  const api = new FakeApi();
  api.answer(listRuns, { items: [], total: 0, totalIsEstimate: false, nextCursor: null });
  api.answer(listCurrentRuns, [listing, ended]);
  shown = await showPage(api, <RunTray />, '/', '/');

  await says('1 项进行中');
  await press(button('1 项进行中'));
  await says('20 / 2,024 条已刊登');
  await says('等待 524');
  await says('没有商品刊登成功：2,024 条失败');
});

function failedAnHourAgo(): Run {
  const at = new Date(Date.now() - 3_600_000).toISOString();
  return {
    id: '0199aaaa-0000-7000-8000-00000000000a',
    kind: 'collect',
    state: 'failed',
    title: 'shop.example',
    done: 0,
    total: null,
    failed: 0,
    secondsLeft: null,
    fault: { code: 'address.host-not-found', params: { host: 'shop.example' } },
    goesOnAt: null,
    createdBy: null,
    createdAt: at,
    startedAt: at,
    endedAt: at,
    version: 1,
    exportFileId: null,
  };
}
