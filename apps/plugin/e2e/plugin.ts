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
  /** Origin of the console it was downloaded from. */
  console: string;
  locale?: string;
  /** All waits are multiplied by it. */
  speed?: number;
  /** Replaces the page script: for tests of the worker and not of reading. */
  pageScript?: string;
  /** Added to the worker: for tests of when it starts. */
  workerScript?: string;
}

/** Prepares the built plugin as a console would offer it, in a folder of its own. */
export function stampedPlugin({
  console,
  locale = 'zh-CN',
  speed = 1,
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
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ console, locale, speed }));
  if (pageScript !== undefined) {
    writeFileSync(join(folder, 'page.js'), pageScript);
  }
  if (workerScript !== undefined) {
    appendFileSync(join(folder, 'sw.js'), workerScript);
  }
  return folder;
}

/** A browser with the plugin, and a temporary profile. */
export interface PluginBrowser {
  context: BrowserContext;
  worker: Worker;
  id: string;
  /** Opens the popup as a page of its own. */
  popup(): Promise<Page>;
  /** Sends a message to the worker as the popup or a page script does. */
  call(message: FromPopup | ToWorker): Promise<Answer>;
  state(): Promise<PluginState>;
  badge(): Promise<string>;
  close(): Promise<void>;
}

export async function browserWith(stamp: Stamp, look: { dark?: boolean } = {}): Promise<PluginBrowser> {
  return await browserIn(stampedPlugin(stamp), look);
}

/** Starts a browser with the plugin of this folder, which is deleted when the browser is closed. */
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
  let requesting: Page | undefined;
  const popup = async () => {
    const page = await context.newPage();
    await page.setViewportSize({ width: 360, height: 560 });
    await page.goto(`chrome-extension://${id}/popup.html`);
    await page.locator('header').waitFor();
    return page;
  };
  const call = async (message: FromPopup | ToWorker): Promise<Answer> => {
    requesting ??= await popup();
    return await requesting.evaluate(
      (requested) => chrome.runtime.sendMessage<unknown, Answer>(requested),
      message,
    );
  };
  return {
    context,
    worker,
    id,
    popup,
    call,
    state: async () => (await call({ type: 'state' })).state,
    badge: () => worker.evaluate(() => chrome.action.getBadgeText({})),
    close: async () => {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
