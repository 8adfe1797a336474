// @vitest-environment happy-dom
import { AppError } from '@bowerbird/contract/errors';
import {
  createEditRule,
  deleteEditRule,
  type EditRule,
  type EditRuleDetail,
  getEditRule,
  listEditRules,
  saveEditRule,
  setEditRuleAlarm,
  setEditRuleState,
} from '@bowerbird/contract/products/edit-rules';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import {
  button,
  FakeApi,
  press,
  pressReady,
  says,
  settled,
  showPage,
  type,
} from '../../../testing/signed-in-page.tsx';
import TableListPage from './table-list-page.tsx';

const at = '2026-11-18T08:00:00Z';
const rule = (number: number, more: Partial<EditRule> = {}): EditRule => ({
  id: `0199aaaa-0000-7000-8000-00000000000${number}`,
  number,
  name: `Rule ${number}`,
  description: 'Dearer than at the source',
  state: 'online',
  version: 1,
  timesUsed: number * 10,
  updatedAt: at,
  isAttached: false,
  alarmed: false,
  ...more,
});
const detail = (of: EditRule): EditRuleDetail => ({
  ...of,
  versions: [
    {
      version: of.version,
      steps: [{ edit: { kind: 'multiply-price', by: '1.3' }, when: { kind: 'tag', tag: 'autumn' } }],
      at,
      by: '林晓',
    },
  ],
  attachments: [],
});
const rows = [rule(1), rule(2, { state: 'closed' }), rule(3, { state: 'error', alarmed: true })];
const list = (items: EditRule[]) => ({
  items,
  total: items.length,
  totalIsEstimate: false,
  nextCursor: null,
});

let api: FakeApi;
let page: ShownPage | null = null;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  api = new FakeApi();
  api.answer(listEditRules, list(rows));
});
afterEach(() => page?.close());

const show = async () => {
  page = await showPage(api, <TableListPage />, '/list/table-list', '/list/table-list');
  await settled(() => button('新建规则'));
};
const choose = (name: string) =>
  press(document.querySelector<HTMLElement>(`[aria-label="选择 ${name}"]`) ?? document.body);
const inMenu = (words: string) =>
  press(
    [...document.querySelectorAll<HTMLElement>('.ant-dropdown-menu-item')].find(
      ({ textContent }) => textContent === words,
    ) ?? document.body,
  );

it('shows each rule with its state, cuts its description, and adds up how often the chosen ones were used', async () => {
  await show();

  await says('Rule 1');
  await says('已上线');
  await says('关闭');
  await says('异常');
  await says('Dear…');
  expect(document.body.textContent).not.toContain('Dearer');
  await choose('Rule 1');
  await choose('Rule 3');
  await says('已选择 2 项，使用次数合计 40');
});

it('locks the chosen rules, and says which could not be deleted', async () => {
  api.answer(setEditRuleState, (_, path) => detail(rule(path.includes('0001') ? 1 : 3, { state: 'closed' })));
  api.answer(deleteEditRule, (_, path) => {
    if (path.includes('0003')) {
      throw new AppError('edit-rule.attached', '', { params: { rule: 'Rule 3', count: 12 } });
    }
    return { deleted: true as const };
  });
  await show();
  await says('Rule 1');
  await choose('Rule 1');
  await choose('Rule 3');
  await press(button('批量操作 '));
  await inMenu('锁定');
  await pressReady('锁定');
  await says('已锁定 2 条规则');
  expect(api.bodiesOf(setEditRuleState)).toEqual([{ state: 'closed' }, { state: 'closed' }]);

  await choose('Rule 1');
  await choose('Rule 3');
  await press(button('批量操作 '));
  await inMenu('删除');
  await pressReady('删除');
  await says('已删除 1 条规则');
  await says('“Rule 3”正用于 12 件商品');
});

it('subscribes to alarms, except of a closed rule', async () => {
  api.answer(setEditRuleAlarm, (_, path) => {
    if (path.includes('0002')) {
      throw new AppError('edit-rule.alarm-closed', '', { params: { rule: 'Rule 2' } });
    }
    return detail(rule(1, { alarmed: true }));
  });
  await show();
  await says('Rule 1');
  const subscribe = () =>
    [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === '订阅报警');
  expect(subscribe()).toHaveLength(2);
  await press(subscribe()[0] ?? document.body);
  await says('规则 1 订阅成功');
  await press(subscribe()[1] ?? document.body);
  await says('规则 2 订阅失败，规则已关闭');
  expect(api.bodiesOf(setEditRuleAlarm)).toEqual([{ on: true }, { on: true }]);
});

it('asks for a description of five characters and for steps before a rule is saved', async () => {
  api.answer(createEditRule, detail(rule(4)));
  await show();
  await press(button('新建规则'));
  await says('保存规则不会改动任何商品');
  await type('名称', '涨价');
  await type('描述', '涨价');
  await pressReady('保存');
  await says('请输入至少五个字符的规则描述！');
  expect(api.bodiesOf(createEditRule)).toEqual([]);
  await type('描述', '货源价格乘以一点三');
  await pressReady('保存');
  await says('请先添加');
  await press(button('再加一步'));
  await settled(() => button('价格乘以倍数'));
  expect(document.body.textContent).not.toContain('按流水号生成编码');
  await press(button('价格乘以倍数'));
  await type('倍数', '1.3');
  await pressReady('保存');

  await says('规则已保存');
  expect(api.bodiesOf(createEditRule)).toEqual([
    {
      name: '涨价',
      description: '货源价格乘以一点三',
      steps: [{ edit: { kind: 'multiply-price', by: '1.3' } }],
    },
  ]);
  expect(page?.opened).toEqual([`/products/rules/${rule(4).id}`]);
});

it('opens the saved steps with their conditions, and saves others as a new version', async () => {
  api.answer(getEditRule, detail(rule(1)));
  api.answer(saveEditRule, detail(rule(1, { version: 2 })));
  await show();
  await says('Rule 1');
  await press(button('配置'));
  await says('标签：autumn');
  await press(button('价格 × 1.3。只限标签：autumn'));
  await type('倍数', '1.5');
  await pressReady('保存');

  await says('已保存为版本 2');
  expect(api.bodiesOf(saveEditRule)).toEqual([
    {
      name: 'Rule 1',
      description: 'Dearer than at the source',
      version: 1,
      steps: [
        {
          edit: { kind: 'multiply-price', by: '1.5' },
          when: { kind: 'all', of: [{ kind: 'tag', tag: 'autumn' }] },
        },
      ],
    },
  ]);
});

it('teaches what a rule is while there is none', async () => {
  api.answer(listEditRules, list([]));
  await show();

  await says('编辑规则（例如“价格乘以 1.3，尾数 .99”）会在货源每次变动时自动重新执行');
});
