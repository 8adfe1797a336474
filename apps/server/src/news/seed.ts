import { v7 } from 'uuid';
import type { Db } from '../db/database.ts';
import { writeTexts } from './articles.ts';
import { cleanArticle } from './clean-article.ts';
import { enUS } from './first-articles/en-us.ts';
import type { FirstArticles } from './first-articles/first-articles.ts';
import { ptBR } from './first-articles/pt-br.ts';
import { zhCN } from './first-articles/zh-cn.ts';
import { zhTW } from './first-articles/zh-tw.ts';
import { forEachLanguage } from './languages.ts';

/** Shown from the last to the first, so the article to begin with is at the top. */
const inOrder = ['team', 'csv', 'exactlyOnce', 'firstWay'] as const satisfies (keyof FirstArticles)[];

const texts = { 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS, 'pt-BR': ptBR };

/** The quick links that everybody starts with; they have the names of their pages in the menu. */
const firstLinks = [
  '/collect/product',
  '/products/list',
  '/form/step-form',
  '/products/export',
  '/list/card',
];

/** Creates the built-in articles of a fresh installation and the first quick links. */
export async function seedNews(db: Db): Promise<void> {
  for (const [place, name] of inOrder.entries()) {
    const id = v7();
    await db
      .insertInto('article')
      .values({
        id,
        kind: 'news',
        state: 'live',
        cover_url: null,
        video_url: null,
        author_id: null,
        author: null,
        saved_by: null,
        published_at: new Date(Date.now() + place - inOrder.length),
      })
      .execute();
    await writeTexts(
      db,
      id,
      forEachLanguage((language) => {
        const { title, summary, bodyHtml } = texts[language][name];
        return { title, summary, bodyHtml: cleanArticle(bodyHtml) };
      }),
    );
  }
  await db
    .insertInto('workplace_links')
    .values({ links: JSON.stringify(firstLinks.map((path) => ({ path, titles: {} }))) })
    .execute();
}
