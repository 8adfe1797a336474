// @vitest-environment happy-dom
import { ownPages } from '@bowerbird/contract/system/console-settings';
import type { ProviderSettings } from '@bowerbird/contract/system/provider-settings';
import { getProviderSettings, saveProviderSettings } from '@bowerbird/contract/system/provider-settings';
import { getOperatorPage, saveOperatorPage } from '@bowerbird/contract/system/public-pages';
import { getWorkplaceConfig } from '@bowerbird/contract/system/workplace-config';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, showPage, type } from '../../../testing/signed-in-page.tsx';
import WorkplaceConfigPage from '../workplace-config-page.tsx';

const settings: ProviderSettings = {
  name: '',
  links: { tutorials: null },
  defaults: { ...ownPages, about: 'https://provider.example/about' },
  pages: [
    { name: 'about', isTemplate: true, version: 'template-1', savedBy: null, savedAt: null },
    {
      name: 'terms',
      isTemplate: false,
      version: 'v2',
      savedBy: '管理员',
      savedAt: '2026-03-04T05:06:07.000Z',
    },
  ],
  revision: 3,
};

let api: FakeApi;
let page: ShownPage;

beforeEach(async () => {
  api = new FakeApi();
  api.answer(getWorkplaceConfig, { announcements: [], links: [], linksRevision: 0 });
  api.answer(getProviderSettings, settings);
  page = await showPage(api, <WorkplaceConfigPage />, '/system/workplace', '/system/workplace');
  await says('服务商与页脚链接');
});
afterEach(() => page.close());

const fieldOf = (label: string) => {
  const labelled = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  const field = document.getElementById(labelled?.htmlFor ?? '');
  if (!(field instanceof HTMLInputElement)) {
    throw new Error(`no field ${label}`);
  }
  return field;
};

it('shows where each link leads by default, and which are hidden; what is accepted at sign-up cannot be', () => {
  expect(fieldOf('关于我们').placeholder).toBe('https://provider.example/about');
  expect(fieldOf('服务条款').placeholder).toBe('/legal/terms');
  expect(fieldOf('使用教程').disabled).toBe(true);
  expect(document.querySelector('[aria-label="显示“联系我们”链接"]')).not.toBeNull();
  expect(document.querySelector('[aria-label="显示“服务条款”链接"]')).toBeNull();
});

it('sends name and links as they were written, and nothing while an address is wrong', async () => {
  api.answer(saveProviderSettings, { ...settings, name: '晨雾', revision: 4 });
  await type('服务商官网', 'http://plain.example');
  await type('联系我们', 'care@aster.example');
  await press(lastSave());
  await says('请填写 https:// 开头的网址，或 / 开头的本站页面。');
  await says('或 mailto: 加邮箱。');
  expect(api.bodiesOf(saveProviderSettings)).toEqual([]);

  await type('服务商官网', 'https://aster.example');
  await type('联系我们', 'mailto:care@aster.example');
  const name = [...document.querySelectorAll('label')].find(({ textContent }) =>
    textContent?.startsWith('服务商名称'),
  );
  await type(name?.textContent ?? '', '晨雾');
  await press(document.querySelector<HTMLElement>('[aria-label="显示“使用教程”链接"]') ?? document.body);
  await press(lastSave());
  await says('服务商信息已保存');

  expect(api.bodiesOf(saveProviderSettings)).toEqual([
    {
      revision: 3,
      name: '晨雾',
      links: { provider: 'https://aster.example', contact: 'mailto:care@aster.example' },
    },
  ]);
});

it('names pages that are still templates, and saves a page as the version after the one it was read in', async () => {
  await says('还是模板，请补充完整');
  await says('v2 · 管理员 保存于');
  const texts = { title: '关于', summary: '', bodyHtml: '<p>[公司名称]</p>' };
  const held = {
    name: 'about' as const,
    texts: { 'zh-CN': texts, 'zh-TW': texts, 'en-US': texts, 'pt-BR': texts },
    version: 'template-1',
    isTemplate: true,
    savedBy: null,
    savedAt: null,
  };
  api.answer(getOperatorPage, held);
  api.answer(saveOperatorPage, { ...held, version: 'v1', isTemplate: false });
  await press(button('编辑“关于我们”'));
  await says('请把 [方括号] 里的内容换成您自己的');
  await type('标题', '关于晨雾');
  await press(document.querySelector<HTMLElement>('.drawer-actions .ant-btn-primary') ?? document.body);
  await says('页面已保存');

  expect(api.bodiesOf(saveOperatorPage)).toMatchObject([
    { version: 'template-1', texts: { 'zh-CN': { title: '关于晨雾' }, 'en-US': { title: '关于' } } },
  ]);
});

/** The save button of this part: the quick links above have one with the same name. */
function lastSave(): HTMLElement {
  return document.querySelector<HTMLElement>('.provider-actions button') ?? document.body;
}
