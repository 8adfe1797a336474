// @vitest-environment happy-dom
import { listPlatforms } from '@bowerbird/contract/collect/platforms';
import { createProject, getProjectChoices, listProjects } from '@bowerbird/contract/team/projects';
import type { Task } from '@bowerbird/contract/team/tasks';
import {
  collectForTask,
  createTask,
  getTask,
  listTaskPeople,
  listTasks,
  updateTask,
} from '@bowerbird/contract/team/tasks';
import { afterEach, expect, it } from 'vitest';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, settled, showPage, type } from '../../testing/signed-in-page.tsx';
import NewTaskPage from './new-task-page.tsx';
import TasksPage from './tasks-page.tsx';
import TeamProjectPage from './team-project-page.tsx';

const taskId = '0199aaaa-0000-7000-8000-00000000000a';
const me = { id: '0199aaaa-0000-7000-8000-000000000001', name: '林晓' };
const task: Task = {
  id: taskId,
  title: '秋季餐桌',
  startsOn: '2026-11-20',
  endsOn: '2026-12-05',
  goal: '三十件暖色陶瓷',
  wanted: 30,
  standard: '白底图',
  addresses: ['https://mugs.example/'],
  invited: [],
  viewers: [],
  weight: 40,
  visibility: 'public',
  state: 'waiting',
  createdBy: me,
  people: [],
  createdAt: '2026-11-20T08:00:00Z',
  doneAt: null,
  collected: 12,
  claimed: 5,
  promised: null,
  runs: [],
};
const page = (items: Task[]) => ({
  items,
  total: items.length,
  totalIsEstimate: false,
  nextCursor: null,
  page: 1,
  size: 5,
  figures: { mine: 1, average: 7200, doneThisWeek: 3 },
});
const requested = {
  id: 'shopify',
  name: 'Shopify',
  letters: 'Sf',
  hue: '#2C6E3B',
  collects: true,
  searches: true,
  lists: true,
  connections: [],
  access: [],
  supportsStockRequests: true,
};

/** The checkbox that requests inventory. */
function stockBox(): HTMLElement {
  const label = [...document.querySelectorAll('label')].find((each) =>
    each.textContent?.includes('读取库存数量'),
  );
  return label?.querySelector('input') ?? document.body;
}

let shown: ShownPage;
afterEach(() => shown.close());

it('shows a task against its goal with the three figures, and starts collecting for it', async () => {
  const api = new FakeApi();
  api.answer(listTasks, page([task]));
  api.answer(collectForTask, { task, runIds: [taskId], faults: [] });
  shown = await showPage(api, <TasksPage />, '/list/basic-list', '/list/basic-list');

  await says('12 / 30');
  await says('已认领 5');
  await says('2 小时');
  expect(document.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow')).toBe('40');
  await press(button('开始采集'));
  await says('已开始 1 个采集任务');
});

it('says of an address that is no shop why nothing was started there', async () => {
  const api = new FakeApi();
  api.answer(listTasks, page([task]));
  const fault = { code: 'address.host-not-found', params: { host: 'mugs.example' } };
  api.answer(collectForTask, { task, runIds: [], faults: [{ address: 'https://mugs.example/', fault }] });
  shown = await showPage(api, <TasksPage />, '/list/basic-list', '/list/basic-list');
  await says('秋季餐桌');

  await press(button('开始采集'));
  await says('找不到 mugs.example');
});

it('teaches who has no task yet how to begin', async () => {
  const api = new FakeApi();
  api.answer(listTasks, page([]));
  shown = await showPage(api, <TasksPage />, '/list/basic-list', '/list/basic-list');

  await says('还没有选品任务');
  await press(button('新建任务'));
  expect(shown.opened).toEqual(['/form/basic-form']);
});

it('reports everything that a new task lacks, each at its field, and sends nothing', async () => {
  const api = new FakeApi();
  api.answer(listTaskPeople, [{ ...me, username: 'demo', me: true }]);
  shown = await showPage(api, <NewTaskPage />, '/form/basic-form', '/form/basic-form');
  await says('创建任务');

  await press(button('创建任务'));
  for (const words of ['请输入标题', '请选择起止日期', '请输入目标描述', '请输入衡量标准']) {
    await says(words);
  }
  await says('最多可邀请 5 人');
  expect(api.bodiesOf(createTask)).toEqual([]);
});

it('saves a member only when name, work id and department are there, and counts what a project lacks', async () => {
  const api = new FakeApi();
  api.answer(listProjects, []);
  api.answer(getProjectChoices, { people: [me], stores: [] });
  shown = await showPage(api, <TeamProjectPage />, '/form/advanced-form', '/form/advanced-form');
  await says('还没有保存过项目。');

  await press(button('新增成员'));
  await type('成员姓名', '王敏');
  const save = [...document.querySelectorAll<HTMLElement>('.members-actions button')];
  await press(save[0] ?? document.body);
  await says('请填写完整成员信息。');

  await press(button('创建项目'));
  await says('8 处需要填写');
  await type('工号', 'B-017');
  await type('所属部门', '选品');
  await press([...document.querySelectorAll<HTMLElement>('.members-actions button')][0] ?? document.body);
  await says('7 处需要填写');
  expect(api.bodiesOf(createProject)).toEqual([]);
});

it('keeps whether stock is asked for, which is offered once there are addresses', async () => {
  const api = new FakeApi();
  api.answer(listPlatforms, [requested]);
  api.answer(listTaskPeople, []);
  api.answer(getTask, task);
  api.answer(updateTask, { ...task, stock: true });
  shown = await showPage(api, <NewTaskPage />, `/form/basic-form?task=${taskId}`, '/form/basic-form');
  await says('读取数量');

  await press(stockBox());
  await press(button('保存'));

  await settled(() => expect(api.bodiesOf(updateTask)).toMatchObject([{ stock: true }]));
});
