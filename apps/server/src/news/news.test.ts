import { type AnswerOf, apiBase } from '@bowerbird/contract/route';
import type { Article, ArticleText, listArticles, listNews } from '@bowerbird/contract/system/news';
import { describe, expect, it } from 'vitest';
import { signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { newsRoutes } from './routes.ts';

const { db } = await testDatabase();
const { app, accounts } = await testApp(db, { served: newsRoutes });
const writer = await signIn(app, accounts.administrator);
const reader = await signIn(app, accounts.merchant);

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
function send(as: Record<string, string>, method: Method, path: string, body?: object, language = 'zh-CN') {
  return app.inject({
    method,
    url: apiBase + path,
    headers: { ...as, cookie: `lang=${language}` },
    ...(body && { payload: body }),
  });
}
async function call<Data>(...given: Parameters<typeof send>): Promise<Data> {
  const answer = await send(...given);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<{ data: Data }>().data;
}
const news = (query = '', language = 'zh-CN') =>
  call<AnswerOf<typeof listNews>>(reader, 'GET', `/news${query}`, undefined, language);

const none: ArticleText = { title: '', summary: '', bodyHtml: '' };
const said = (title: string, bodyHtml = `<p>${title}</p>`): ArticleText => ({ title, summary: '', bodyHtml });
const texts = (given: Partial<Article['texts']>) => ({
  'zh-CN': none,
  'zh-TW': none,
  'en-US': none,
  'pt-BR': none,
  ...given,
});

async function draft(given: Partial<Article['texts']>, kind: 'news' | 'video' = 'news') {
  const { id, revision } = await call<Article>(writer, 'POST', '/articles', { kind });
  return await call<Article>(writer, 'PUT', `/articles/${id}`, {
    revision,
    coverUrl: null,
    videoUrl: kind === 'video' ? 'https://video.example/watch' : null,
    texts: texts(given),
  });
}
const publish = ({ id, revision }: Article) =>
  call<Article>(writer, 'POST', `/articles/${id}/publish`, { revision });

describe('a fresh installation', () => {
  it.each(['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const)(
    'has four articles of the house to read in %s, whose links lead to pages of the console',
    async (language) => {
      const { items, total } = await news('', language);

      expect(total).toBe(4);
      for (const { id, language: written } of items) {
        const { bodyHtml } = await call<{ bodyHtml: string }>(
          reader,
          'GET',
          `/news/${id}`,
          undefined,
          language,
        );
        expect(written).toBe(language);
        expect(bodyHtml).toMatch(/<h2>/);
        expect([...bodyHtml.matchAll(/href="([^"]+)"/g)].every(([, to]) => to?.startsWith('/'))).toBe(true);
      }
    },
  );
});

describe('an article', () => {
  it('is seen by nobody but writers until it is published, and no longer once withdrawn', async () => {
    const written = await draft({ 'zh-CN': said('秋季新功能') });
    expect((await send(reader, 'GET', `/news/${written.id}`)).statusCode).toBe(404);
    expect((await news('?text=秋季新功能')).items).toEqual([]);

    const live = await publish(written);
    expect((await news('?text=秋季新功能')).items).toMatchObject([{ id: live.id, title: '秋季新功能' }]);

    await call(writer, 'POST', `/articles/${live.id}/withdraw`, { revision: live.revision });
    expect((await send(reader, 'GET', `/news/${live.id}`)).statusCode).toBe(404);
  });

  it('is read in the nearest language it has', async () => {
    const { id } = await publish(await draft({ 'en-US': said('Autumn sale'), 'zh-TW': said('秋季特賣') }));
    const title = async (language: string) =>
      (await call<{ title: string }>(reader, 'GET', `/news/${id}`, undefined, language)).title;

    expect(await title('zh-CN')).toBe('秋季特賣');
    expect(await title('pt-BR')).toBe('Autumn sale');
    expect((await news('?text=autumn sale', 'pt-BR')).items).toMatchObject([{ language: 'en-US' }]);
  });

  it('keeps no script, no frame, no handler and no address that runs [asvs 1.2.2] [asvs 1.3.1]', async () => {
    const { texts: kept } = await draft({
      'zh-CN': said(
        '安全',
        '<p onclick="x()">ok<script>x()</script><img src="javascript:x" onerror="x()"><a href="javascript:x()">a</a>' +
          '<iframe src="https://evil.example"></iframe><a href="//evil.example">b</a><style>p{}</style></p>',
      ),
    });

    expect(kept['zh-CN'].bodyHtml).toBe('<p>ok<img /><a>a</a><a>b</a></p>');
  });

  it('is not published while no language is whole, and a live one cannot be emptied', async () => {
    const empty = await draft({ 'zh-CN': { title: '只有标题', summary: '', bodyHtml: '<p> </p>' } });
    const refused = await send(writer, 'POST', `/articles/${empty.id}/publish`, { revision: empty.revision });
    expect(refused.json()).toMatchObject({ code: 'article.incomplete' });

    const live = await publish(await draft({ 'zh-CN': said('完整') }));
    const emptied = await send(writer, 'PUT', `/articles/${live.id}`, {
      revision: live.revision,
      coverUrl: null,
      videoUrl: null,
      texts: texts({}),
    });
    expect(emptied.json()).toMatchObject({ code: 'article.incomplete' });
  });

  it('that somebody saved meanwhile is not overwritten, and the one who saved is named', async () => {
    const mine = await draft({ 'zh-CN': said('一') });
    await call(writer, 'PUT', `/articles/${mine.id}`, {
      revision: mine.revision,
      coverUrl: null,
      videoUrl: null,
      texts: texts({ 'zh-CN': said('二') }),
    });

    const late = await send(writer, 'PUT', `/articles/${mine.id}`, {
      revision: mine.revision,
      coverUrl: null,
      videoUrl: null,
      texts: texts({ 'zh-CN': said('三') }),
    });

    expect(late.json()).toMatchObject({ code: 'article.changed-meanwhile', params: { name: '管理员' } });
    expect((await call<Article>(writer, 'GET', `/articles/${mine.id}`)).texts['zh-CN'].title).toBe('二');
  });

  it('takes an address of a cover or a video only where it is https', async () => {
    const { id, revision } = await draft({ 'zh-CN': said('图') });
    for (const coverUrl of [
      'http://pictures.example/a.png',
      'javascript:alert(1)',
      'data:image/png;base64,AA',
    ]) {
      const answer = await send(writer, 'PUT', `/articles/${id}`, {
        revision,
        coverUrl,
        videoUrl: null,
        texts: texts({ 'zh-CN': said('图') }),
      });
      expect(answer.statusCode).toBe(400);
    }
  });

  it('of a video needs its video to be shown, and stands among the tutorials', async () => {
    const video = await publish(await draft({ 'zh-CN': said('看一遍', '') }, 'video'));

    expect((await news('?kind=video')).items).toMatchObject([{ id: video.id, kind: 'video' }]);
    expect((await news('?kind=news')).items.map(({ id }) => id)).not.toContain(video.id);
  });
});

describe('the list of news', () => {
  it('gives every article once, page by page, the newest first', async () => {
    for (const each of ['甲', '乙', '丙', '丁', '戊']) {
      await publish(await draft({ 'zh-CN': said(`分页 ${each}`) }));
    }
    const titles: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: AnswerOf<typeof listNews> = await news(
        `?text=分页&limit=2${cursor && `&cursor=${cursor}`}`,
      );
      titles.push(...page.items.map(({ title }) => title));
      cursor = page.nextCursor;
    }

    expect(titles).toEqual(['分页 戊', '分页 丁', '分页 丙', '分页 乙', '分页 甲']);
  });

  it('shows writers which languages are missing or in part', async () => {
    await draft({ 'zh-CN': said('语言标记'), 'en-US': { title: 'Half', summary: '', bodyHtml: '' } });

    const { items } = await call<AnswerOf<typeof listArticles>>(
      writer,
      'GET',
      '/articles?text=语言标记&state=draft',
    );

    expect(items).toMatchObject([
      { languages: { 'zh-CN': 'whole', 'en-US': 'part', 'zh-TW': 'missing', 'pt-BR': 'missing' } },
    ]);
  });

  it('is written by nobody of a merchant', async () => {
    const { id, revision } = await draft({ 'zh-CN': said('不可写') });

    expect((await send(reader, 'GET', '/articles')).statusCode).toBe(403);
    expect((await send(reader, 'POST', `/articles/${id}/publish`, { revision })).statusCode).toBe(403);
  });
});

it('is written by administrators alone, whatever a merchant’s role says', async () => {
  await db
    .updateTable('user')
    .set({ role_id: 'super' })
    .where('username', '=', accounts.merchant.username)
    .execute();

  const answers = await Promise.all([
    send(reader, 'POST', '/articles', { kind: 'news' }),
    send(reader, 'GET', '/articles'),
    send(reader, 'GET', '/workplace/config'),
    send(reader, 'PUT', '/workplace/config/links', { revision: 0, links: [] }),
    send(reader, 'GET', '/news'),
  ]);

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 200]);
});
