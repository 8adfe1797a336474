import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnswerOf, apiBase } from '@bowerbird/contract/route';
import type { Article, getNews, listNews } from '@bowerbird/contract/system/news';
import { afterAll, expect, it } from 'vitest';
import { signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { serveConsole } from '../http/console.ts';
import { filmsFolder, keepFilmArticles, serveFilms } from './films.ts';
import { newsRoutes } from './routes.ts';

const data = mkdtempSync(join(tmpdir(), 'bowerbird-films-'));
const folder = filmsFolder(data);
mkdirSync(folder);
addFilm('collect-a-shop', 'zh-CN', '采集一家店');
addFilm('collect-a-shop', 'en-US', 'Collect a <shop>');
addFilm('list-in-bulk', 'zh-CN', '批量刊登');
writeFileSync(join(folder, 'broken.zh-CN.json'), '{');
writeFileSync(join(folder, 'secret.txt'), 'not a film');

const { db } = await testDatabase();
const { app, accounts, services } = await testApp(db, { served: newsRoutes });
await serveFilms(app, folder);
await serveConsole(app, join(data, 'no-console'), services.log);
const reader = await signIn(app, accounts.merchant);
const writer = await signIn(app, accounts.administrator);
afterAll(async () => {
  await app.close();
  rmSync(data, { recursive: true });
});

function addFilm(name: string, language: string, title: string): void {
  const stamp = { name, language, title, summary: 'Short', captions: [`${title} & more`] };
  writeFileSync(join(folder, `${name}.${language}.json`), JSON.stringify(stamp));
  writeFileSync(join(folder, `${name}.${language}.mp4`), `film ${language}`);
}

async function call<Data>(path: string, language = 'zh-CN', headers = reader): Promise<Data> {
  const answer = await app.inject({
    url: `${apiBase}${path}`,
    headers: { ...headers, cookie: `lang=${language}` },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: Data }>().data;
}
const videos = async (language?: string) =>
  (await call<AnswerOf<typeof listNews>>('/news?kind=video', language)).items;

it('offers the films of the folder as video tutorials, each in the reader’s language, once however often it starts', async () => {
  expect(await videos()).toEqual([]);

  await keepFilmArticles(db, folder, services.log);
  await keepFilmArticles(db, folder, services.log);

  expect((await videos()).map(({ title }) => title)).toEqual(['采集一家店', '批量刊登']);
  const [first, second] = await videos('en-US');
  expect(first).toMatchObject({ title: 'Collect a <shop>', coverUrl: '/films/collect-a-shop.en-US.jpg' });
  // Rendered only in Chinese, so the film plays in the language of its description.
  expect(second).toMatchObject({ language: 'zh-CN', coverUrl: '/films/list-in-bulk.zh-CN.jpg' });
  const article = await call<AnswerOf<typeof getNews>>(`/news/${first?.id}`, 'en-US');
  expect(article).toMatchObject({
    videoUrl: '/films/collect-a-shop.en-US.mp4',
    bodyHtml: '<p>Collect a &lt;shop&gt; &amp; more</p>',
  });
});

it('serves films in parts to everybody, and nothing else of the folder', async () => {
  const film = await app.inject({
    url: '/films/collect-a-shop.en-US.mp4',
    headers: { range: 'bytes=0-3' },
  });
  expect([film.statusCode, film.body, film.headers['content-type']]).toEqual([206, 'film', 'video/mp4']);
  for (const path of ['secret.txt', 'collect-a-shop.en-US.json', '..%2fsecret.txt', 'gone.en-US.mp4']) {
    expect((await app.inject({ url: `/films/${path}` })).statusCode, path).toBe(404);
  }
});

it('keeps what an administrator saved or withdrew, and takes the article of a film that is gone away', async () => {
  const [first] = await videos();
  const { revision, texts, coverUrl, videoUrl } = await call<Article>(
    `/articles/${first?.id}`,
    'zh-CN',
    writer,
  );
  const saved = await app.inject({
    method: 'PUT',
    url: `${apiBase}/articles/${first?.id}`,
    headers: writer,
    payload: {
      revision,
      coverUrl,
      videoUrl,
      texts: { ...texts, 'zh-CN': { ...texts['zh-CN'], title: '改过的标题' } },
    },
  });
  expect(saved.statusCode, saved.body).toBe(200);
  addFilm('collect-a-shop', 'zh-CN', '新的标题');
  addFilm('list-in-bulk', 'zh-CN', '新的批量刊登');
  await keepFilmArticles(db, folder, services.log);
  expect((await videos()).map(({ title }) => title)).toEqual(['改过的标题', '新的批量刊登']);

  rmSync(folder, { recursive: true });
  await keepFilmArticles(db, folder, services.log);
  expect(await videos()).toEqual([]);
});
