// @vitest-environment happy-dom
import type { ExportSchedule } from '@bowerbird/contract/exports/schedules';
import {
  createExportSchedule,
  deleteExportSchedule,
  listExportSchedules,
  runExportSchedule,
  saveExportSchedule,
} from '@bowerbird/contract/exports/schedules';
import { listExportTemplates } from '@bowerbird/contract/exports/templates';
import { listSavedItems } from '@bowerbird/contract/products/saved-items';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import {
  button,
  FakeApi,
  press,
  pressReady,
  says,
  showPage,
  type,
} from '../../../testing/signed-in-page.tsx';
import SchedulesSection from './schedules-section.tsx';

const id = '0199aaaa-0000-7000-8000-0000000000f1';
const templateId = '0199aaaa-0000-7000-8000-0000000000f2';
const runId = '0199aaaa-0000-7000-8000-0000000000c1';
const schedule: ExportSchedule = {
  id,
  name: '合作方数据',
  templateId,
  templateName: '合作方',
  filter: { tags: ['autumn'] },
  times: { first: '2026-11-18T09:30', repeat: { kind: 'weekly', days: [1, 5] } },
  timeZone: 'Asia/Shanghai',
  keep: 7,
  on: true,
  nextAt: '2036-11-18T01:30:00Z',
  last: { at: '2026-11-17T01:30:00Z', outcome: 'refused', run: null },
  fault: { code: 'export.nothing', params: {} },
  files: 2,
  newestFile: { id, name: 'products.csv', at: '2026-11-16T01:30:00Z' },
  links: 1,
  createdAt: '2026-11-01T00:00:00Z',
};
let schedules: ExportSchedule[];
let api: FakeApi;
let page: ShownPage | null = null;

beforeEach(() => {
  schedules = [schedule];
  api = new FakeApi();
  api.answer(listExportSchedules, () => schedules);
  api.answer(listExportTemplates, [
    {
      id: templateId,
      name: '合作方',
      choices: { format: 'shopify' },
      by: null,
      schedules: 1,
      updatedAt: '2026-11-01T00:00:00Z',
    },
  ]);
  api.answer(listSavedItems, []);
  api.answer(saveExportSchedule, schedule);
});
afterEach(() => page?.close());

const show = async () => {
  page = await showPage(api, <SchedulesSection />, '/products/export', '/products/export');
};

it('teaches what it is for, and asks for a template first', async () => {
  schedules = [];
  api.answer(listExportTemplates, []);
  await show();

  await says('例如给合作方的商品数据源');
  await says('请先在上方选好设置并存为模板');
  expect(button('新建定时导出').hasAttribute('disabled')).toBe(true);
});

it('says what, when, which file is the newest, and why the last time failed', async () => {
  await show();

  await says('合作方数据');
  await says('周一周五 09:30');
  await says('09:30 (中国');
  await says('1 个有效链接');
  await says('上次未能开始: 没有可导出的商品。');
});

it('is made with a template, a time in the merchant’s time zone, and how many files are kept', async () => {
  schedules = [];
  api.answer(createExportSchedule, schedule);
  await show();
  await pressReady('新建定时导出');
  await says('保留文件数');
  await press(button('保存'));
  await says('请输入名称。');
  await type('名称', '每日');
  await press(button('保存'));

  expect(api.bodiesOf(createExportSchedule)).toEqual([
    {
      name: '每日',
      templateId,
      filter: {},
      times: { first: expect.stringMatching(/^20\d\d-\d\d-\d\dT09:00$/), repeat: { kind: 'daily' } },
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      keep: 7,
    },
  ]);
});

it('keeps its filters and times when something else is changed', async () => {
  await show();
  await says('合作方数据');
  await press(button('合作方数据 的操作'));
  await says('编辑定时导出');
  await press(document.querySelector<HTMLElement>('.ant-dropdown-menu-item') ?? document.body);
  await says('该定时导出已保存的筛选条件');
  await type('名称', '改名');
  await press(button('保存'));

  const { name: _name, filter, times, timeZone, keep } = schedule;
  expect(api.bodiesOf(saveExportSchedule)).toEqual([
    { name: '改名', templateId, filter, times, timeZone, keep, on: true },
  ]);
});

it('is exported now, paused, and deleted after a question that names its links', async () => {
  api.answer(runExportSchedule, { runId });
  api.answer(deleteExportSchedule, () => {
    schedules = [];
    return { deleted: true as const };
  });
  await show();
  await pressReady('立即导出');
  await says('已开始导出。');
  await press(document.querySelector<HTMLElement>('.export-schedule [role="switch"]') ?? document.body);
  expect(api.bodiesOf(saveExportSchedule)).toMatchObject([{ on: false }]);
  await press(button('合作方数据 的操作'));
  await says('删除');
  await press([...document.querySelectorAll<HTMLElement>('.ant-dropdown-menu-item')].at(-1) ?? document.body);
  await says('其链接将立即失效');
});
