import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '@bowerbird/contract/account/account';
import type { Browser, Page } from '@playwright/test';
import { callsOf, claimPracticeProducts } from '../../apps/console/e2e/practice.ts';
import { type Product, startProduct } from '../../apps/console/e2e/product.ts';
import { openAs } from '../../apps/console/e2e/sign-in.ts';
import { Camera, size } from './camera.ts';
import { writerOf } from './console-texts.ts';
import { encodeCover, encodeFilm } from './encode.ts';
import type { Film, Typed } from './film.ts';
import { addOverlay } from './overlay.ts';
import { perform } from './perform.ts';
import { fileOf, hashOf, type Stamp, shownKeys } from './stamp.ts';
import { cuesOf, lengthOf, webVtt } from './timing.ts';

interface Order {
  browser: Browser;
  film: Film;
  language: Language;
  texts: ReadonlyMap<string, string>;
  /** Where the film is written. */
  folder: string;
}

/** Renders one film in one language with a separate Bowerbird, its practice shop and its practice store. */
export async function renderFilm(order: Order): Promise<void> {
  const { film, language, texts, folder } = order;
  const scratch = mkdtempSync(join(tmpdir(), 'bowerbird-film-'));
  const { product, stop } = await startProduct();
  try {
    const { camera, pages } = await record(order, product, scratch);
    encodeFilm(camera.frames, scratch, fileOf(folder, film.name, language, 'mp4'));
    const cover = camera.frames[Math.floor(camera.frames.length * 0.6)];
    if (cover !== undefined) {
      encodeCover(cover, fileOf(folder, film.name, language, 'jpg'));
    }
    const cues = cuesOf(film, language);
    writeFileSync(fileOf(folder, film.name, language, 'vtt'), webVtt(cues));
    const shows = shownKeys(film, texts, pages);
    const stamp: Stamp = {
      name: film.name,
      language,
      title: film.title[language],
      summary: film.summary[language],
      captions: cues.map(({ text }) => text),
      seconds: Math.round(lengthOf(film) * 10) / 10,
      shows,
      hash: hashOf(film, language, texts, shows),
    };
    // Written last: a film without its stamp counts as missing.
    writeFileSync(fileOf(folder, film.name, language, 'json'), `${JSON.stringify(stamp, null, 2)}\n`);
  } finally {
    await stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function record({ browser, film, language, texts }: Order, product: Product, scratch: string) {
  if (film.beginning === 'products') {
    await claimPracticeProducts(product);
  }
  const page = await openPage(browser, product, film, language);
  const call = await callsOf(product);
  const { firstRun } = await call<{ firstRun: { categoryAddress: string } }>('GET', '/dashboard/workplace');
  const typed = (text: Typed) => (typeof text === 'string' ? text : firstRun[text.practice]);
  const pages: string[] = [];
  try {
    const camera = await Camera.start(page, join(scratch, 'frames'));
    await perform(film, {
      page,
      camera,
      language,
      write: writerOf(language, texts),
      typed,
      onShot: (visible) => pages.push(visible),
    });
    return { camera, pages };
  } catch (thrown) {
    const image = join(tmpdir(), `${film.name}.${language}.failed.png`);
    await page.screenshot({ path: image });
    throw new Error(`${film.name} in ${language} stopped; what the page showed: ${image}`, {
      cause: thrown,
    });
  } finally {
    await page.context().close();
  }
}

async function openPage(browser: Browser, product: Product, film: Film, language: Language): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: size,
    reducedMotion: 'reduce',
    locale: language,
  });
  await context.addInitScript((shown) => localStorage.setItem('app_language', shown), language);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await openAs(page, product, product.merchant, film.path);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await addOverlay(page);
  return page;
}
