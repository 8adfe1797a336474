import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { faultsOfAccess } from '../../apps/console/e2e/access.ts';
import type { Product, SignIn } from '../../apps/console/e2e/product.ts';
import type { Screen } from '../../apps/console/e2e/screens.ts';

/** One variant of viewing a screen. */
export interface Look {
  width: 1440 | 1280 | 390;
  theme: 'light' | 'realDark';
  language: 'zh-CN' | 'pt-BR';
}

/** Wide and narrow, light and dark, in the first language and in the one with the longest text. */
export const matrix: readonly Look[] = ([1440, 1280, 390] as const).flatMap((width) =>
  (['light', 'realDark'] as const).flatMap((theme) =>
    (['zh-CN', 'pt-BR'] as const).map((language) => ({ width, theme, language })),
  ),
);

export interface Taken extends Look {
  who: string;
  screen: string;
  /** Name of the screenshot in the folder. */
  file: string;
  faults: string[];
}

interface Params {
  browser: Browser;
  product: Product;
  /** Null for a guest. */
  person: SignIn | null;
  who: string;
  screens: readonly Screen[];
  look: Look;
  folder: string;
}

/** Takes a screenshot of each screen in one variant, and returns what is wrong with it. */
export async function lookAt({
  browser,
  product,
  person,
  who,
  screens,
  look,
  folder,
}: Params): Promise<Taken[]> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: look.width, height: look.width === 390 ? 844 : 900 },
    reducedMotion: 'reduce',
    locale: look.language,
    hasTouch: look.width === 390,
  });
  await context.addInitScript(({ theme, language }: Look) => {
    localStorage.setItem('nav_theme', theme);
    localStorage.setItem('app_language', language);
  }, look);
  if (person !== null) {
    await context.request.post('/shop-reptile/api/auth/user-name-login', { data: { ...person } });
  }
  const page = await context.newPage();
  const taken: Taken[] = [];
  for (const screen of screens) {
    const file = `${who}.${screen.name}.${look.language}.${look.width}.${look.theme === 'light' ? 'light' : 'dark'}.png`;
    await page.goto(screen.path);
    const faults = await faultsOn(page);
    await page.screenshot({ path: join(folder, file) });
    taken.push({ ...look, who, screen: screen.name, file, faults });
  }
  await context.close();
  return taken;
}

async function faultsOn(page: Page): Promise<string[]> {
  try {
    const found = await faultsOfAccess(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    return wide > 0 ? [...found, `${wide} pixels wider than the window`] : found;
  } catch (thrown) {
    return [`no page: ${thrown instanceof Error ? thrown.message.split('\n')[0] : thrown}`];
  }
}
