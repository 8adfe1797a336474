// @vitest-environment happy-dom
import type { Article } from '@bowerbird/contract/system/news';
import { getArticle, publishArticle, saveArticle } from '@bowerbird/contract/system/news';
import { afterEach, expect, it } from 'vitest';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, showPage, type } from '../../../testing/signed-in-page.tsx';
import ArticleEditPage from './article-edit-page.tsx';

const id = '0199aaaa-0000-7000-8000-0000000000e1';
const none = { title: '', summary: '', bodyHtml: '' };
const draft: Article = {
  id,
  kind: 'video',
  state: 'draft',
  coverUrl: null,
  videoUrl: 'https://video.example/1',
  texts: {
    'zh-CN': { title: '两分钟', summary: '', bodyHtml: '' },
    'zh-TW': none,
    'en-US': { title: '', summary: 'Half of it', bodyHtml: '' },
    'pt-BR': none,
  },
  revision: 3,
  author: '管理员',
  publishedAt: null,
  updatedAt: '2026-11-20T08:00:00.000Z',
};

let page: ShownPage;
afterEach(() => page.close());

async function show() {
  const api = new FakeApi();
  api.answer(getArticle, draft);
  page = await showPage(api, <ArticleEditPage />, `/system/articles/${id}`, '/system/articles/:id');
  await says('两分钟');
  return api;
}

it('marks the languages that are missing or unfinished', async () => {
  await show();

  const tabs = [...document.querySelectorAll('[role=tab]')].map((tab) => tab.textContent);
  expect(tabs).toEqual(['简体中文', '繁體中文缺', 'English未写完', 'Português缺']);
});

it('saves what is written before it publishes, and publishes the saved revision', async () => {
  const api = await show();
  api.answer(saveArticle, () => ({ ...draft, revision: 4 }));
  api.answer(publishArticle, { ...draft, revision: 5, state: 'live', publishedAt: draft.updatedAt });

  await type('标题', '三分钟');
  await says('有 1 处改动还没保存');
  await press(button('发布'));
  await says('已发布，读者现在能看到。');

  expect(api.bodiesOf(saveArticle)).toMatchObject([{ revision: 3, texts: { 'zh-CN': { title: '三分钟' } } }]);
  expect(api.bodiesOf(publishArticle)).toEqual([{ revision: 4 }]);
});

it('sends no address that is not https, and says so at the field', async () => {
  const api = await show();

  await type('封面图网址', 'http://plain.example/a.png');
  await press(button('保存'));

  await says('请填以 https:// 开头的完整网址。');
  expect(api.bodiesOf(saveArticle)).toEqual([]);
});
