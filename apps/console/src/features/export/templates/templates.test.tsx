// @vitest-environment happy-dom
import { AppError } from '@bowerbird/contract/errors';
import type { ExportTemplate } from '@bowerbird/contract/exports/templates';
import {
  createExportTemplate,
  deleteExportTemplate,
  listExportTemplates,
  saveExportTemplate,
} from '@bowerbird/contract/exports/templates';
import type { ExportChoices } from '@bowerbird/contract/products/export';
import { act, useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, showPage, type } from '../../../testing/signed-in-page.tsx';
import { TemplateBar } from './template-bar.tsx';

const feed: ExportTemplate = {
  id: '0199aaaa-0000-7000-8000-0000000000f1',
  name: '合作方',
  choices: { format: 'woocommerce', columns: ['SKU', 'Name'] },
  by: '安',
  schedules: 0,
  updatedAt: '2026-11-18T08:00:00Z',
};
let templates: ExportTemplate[];
let chosen: ExportChoices;
let api: FakeApi;
let page: ShownPage | null = null;

function Page() {
  const [choices, setChoices] = useState<ExportChoices>({ format: 'shopify' });
  chosen = choices;
  return (
    <>
      <TemplateBar choices={choices} onChoices={setChoices} />
      <button type="button" onClick={() => setChoices({ ...choices, rowsMax: 10 })}>
        十行
      </button>
    </>
  );
}

beforeEach(() => {
  templates = [feed];
  api = new FakeApi();
  api.answer(listExportTemplates, () => templates);
});
afterEach(() => page?.close());

const show = async () => {
  page = await showPage(api, <Page />, '/products/export', '/products/export');
};

async function choose(name: string): Promise<void> {
  const select = document.querySelector<HTMLElement>('.export-template .ant-select');
  await act(async () => void select?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })));
  await says(name);
  const option = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].find(
    ({ textContent }) => textContent === name,
  );
  await press(option ?? document.body);
}

it('teaches what a template is for while there is none', async () => {
  templates = [];
  await show();

  await says('存成模板');
});

it('puts its choices on the page, and is updated once they differ', async () => {
  api.answer(saveExportTemplate, (body) => {
    templates = [{ ...feed, ...(body as Pick<ExportTemplate, 'choices'>) }];
    return templates[0] ?? feed;
  });
  await show();
  await choose('合作方');

  expect(chosen).toEqual(feed.choices);
  await press(button('十行'));
  await says('当前设置与模板不同');
  await press(button('更新模板'));

  expect(api.bodiesOf(saveExportTemplate)).toEqual([
    { name: '合作方', choices: { ...feed.choices, rowsMax: 10 } },
  ]);
  await says('模板“合作方”已保存');
});

it('is saved under a name, which says why it was refused', async () => {
  api.answer(createExportTemplate, () => {
    throw new AppError('export-template.name-taken', '', { params: { name: '合作方' } });
  });
  await show();
  await press(button('存为模板'));
  await type('模板名称', '合作方');
  await press(button('保存'));

  await says('已有名为“合作方”的导出模板');
  expect(api.bodiesOf(createExportTemplate)).toEqual([{ name: '合作方', choices: { format: 'shopify' } }]);
});

it('is deleted after a question', async () => {
  api.answer(deleteExportTemplate, () => {
    templates = [];
    return { deleted: true as const };
  });
  await show();
  await choose('合作方');
  await press(button('更多模板操作'));
  await says('删除模板');
  const item = [...document.querySelectorAll<HTMLElement>('.ant-dropdown-menu-item')].at(-1);
  await press(item ?? document.body);
  await says('删除模板“合作方”？');
  await press(
    [...document.querySelectorAll<HTMLElement>('.ant-modal button')].find(
      ({ textContent }) => textContent === '删除模板',
    ) ?? document.body,
  );

  await says('存成模板');
});
