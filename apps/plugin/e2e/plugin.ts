import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page, type Worker } from '@playwright/test';
import type { Answer, FromPopup, PluginState, ToWorker } from '../src/messages.ts';

const dist = join(import.meta.dirname, '../dist');

export interface Stamp {
  /** Origin of the console it comes from. */
  console: string;
  locale?: string;
  /** All waits are multiplied by it. */
  tempo?: number;
  /** In place of the page script: for tests that ask what the worker does and not what is read. */
  pageScript?: string;
  /** Added to the worker: for tests that ask when it is born. */
  workerScript?: string;
}

/** The built plugin as a console would hand it out, in a folder of its own. */
export function stampedPlugin({
  console,
  locale = 'zh-CN',
  tempo = 1,
  pageScript,
  workerScript,
}: Stamp): string {
  if (!existsSync(join(dist, 'manifest.json'))) {
    throw new Error('The plugin is not built: node tools/build-plugin.mjs');
  }
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-plugin-'));
  cpSync(dist, folder, { recursive: true });
  const { protocol, hostname } = new URL(console);
  const manifest = join(folder, 'manifest.json');
  const text = readFileSync(manifest, 'utf8').replaceAll('__CONSOLE_ORIGIN__', `${protocol}//${hostname}`);
  writeFileSync(manifest, text);
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ console, locale, tempo }));
  if (pageScript !== undefined) {
    writeFileSync(join(folder, 'page.js'), pageScript);
  }
  if (workerScript !== undefined) {
    appendFileSync(join(folder, 'sw.js'), workerScript);
  }
  return folder;
}

/** A browser with the plugin in it, and a profile that goes with it. */
export interface PluginBrowser {
  context: BrowserContext;
  worker: Worker;
  id: string;
  /** The popup as a page of its own. */
  popup(): Promise<Page>;
  /** Asks the worker as the popup or a page's script does. */
  ask(question: FromPopup | ToWorker): Promise<Answer>;
  state(): Promise<PluginState>;
  badge(): Promise<string>;
  close(): Promise<void>;
}

export async function browserWith(stamp: Stamp, look: { dark?: boolean } = {}): Promise<PluginBrowser> {
  return await browserIn(stampedPlugin(stamp), look);
}

/** A browser with the plugin of this folder, which goes when the browser is closed. */
export async function browserIn(folder: string, look: { dark?: boolean } = {}): Promise<PluginBrowser> {
  const executablePath = process.env.CHROMIUM_PATH;
  const context = await chromium.launchPersistentContext('', {
    ...(executablePath === undefined ? {} : { executablePath }),
    headless: true,
    colorScheme: look.dark ? 'dark' : 'light',
    args: [
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const id = new URL(worker.url()).host;
  let asking: Page | undefined;
  const popup = async () => {
    const page = await context.newPage();
    await page.setViewportSize({ width: 360, height: 560 });
    await page.goto(`chrome-extension://${id}/popup.html`);
    await page.locator('header').waitFor();
    return page;
  };
  const ask = async (question: FromPopup | ToWorker): Promise<Answer> => {
    asking ??= await popup();
    return await asking.evaluate((asked) => chrome.runtime.sendMessage<unknown, Answer>(asked), question);
  };
  return {
    context,
    worker,
    id,
    popup,
    ask,
    state: async () => (await ask({ type: 'state' })).state,
    badge: () => worker.evaluate(() => chrome.action.getBadgeText({})),
    close: async () => {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
