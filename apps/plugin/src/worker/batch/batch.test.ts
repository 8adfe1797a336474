import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { batchMax } from '../../messages.ts';
import {
  type Call,
  type FakeChrome,
  fakeChrome,
  fakeConsole,
  pairedAs,
  refused,
  taken,
} from '../../testing/fake-chrome.ts';
import { lamp } from '../../testing/products.ts';
import { stateNow } from '../state.ts';
import {
  accessGiven,
  browserStarted,
  resumeBatch,
  startBatch,
  stopBatch,
  tabClosed,
  tabLoaded,
} from './batch.ts';
import { stepBatch } from './batch-step.ts';

let browser: FakeChrome;
let heard: Call[];
const address = (number: number) => `https://shop.example/products/${number}`;
const numberIn = (url: string) => Number(url.split('/').at(-1));
const product = (url: string) => ({
  found: 'products',
  platform: 'shopify',
  url,
  products: [lamp(numberIn(url))],
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  browser = fakeChrome();
  pairedAs(browser);
  browser.page = product;
  heard = fakeConsole(({ path }) =>
    path === '/plugin/unread' ? Response.json({ data: { kept: true } }) : taken(),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const start = (count: number) =>
  startBatch(
    'shopify',
    Array.from({ length: count }, (_, number) => address(number)),
  );
/** Ends the pause between two pages, and loads the page opened then. */
async function nextPage(): Promise<void> {
  vi.setSystemTime(Date.now() + 8_000);
  await stepBatch();
  await loaded();
}
async function loaded(): Promise<void> {
  for (const tabId of browser.tabs.keys()) {
    await tabLoaded(tabId);
  }
}
const read = () => heard.flatMap(({ body }) => body.products?.map(({ title }) => title) ?? []);

describe('a batch', () => {
  it('reads page after page in one tab, delivers each, closes the tab and says that it has ended', async () => {
    await start(3);
    await loaded();
    expect(browser.badge.text).toBe('1/3');
    await nextPage();
    expect(browser.tabs.size).toBe(1);
    await nextPage();

    expect(read()).toEqual(['Paper lamp 0', 'Paper lamp 1', 'Paper lamp 2']);
    expect((await stateNow()).batch).toMatchObject({ state: 'ended', done: 3, failed: 0, total: 3 });
    expect(browser.tabs.size).toBe(0);
    expect(browser.badge.text).toBe('');
  });

  it('leaves four to eight seconds between two pages', async () => {
    await start(2);
    await loaded();

    vi.setSystemTime(Date.now() + 3_900);
    await stepBatch();
    await loaded();
    expect(read()).toEqual(['Paper lamp 0']);
    vi.setSystemTime(Date.now() + 4_100);
    await stepBatch();
    await loaded();
    expect(read()).toEqual(['Paper lamp 0', 'Paper lamp 1']);
  });

  it('opens a page once however often the worker is woken for it', async () => {
    await start(2);
    await Promise.all([loaded(), stepBatch(), loaded(), stepBatch()]);

    expect(read()).toEqual(['Paper lamp 0']);
  });

  it('continues in another worker from what was written down', async () => {
    await start(2);
    await loaded();
    vi.clearAllTimers();

    // An alarm is set slightly after the pause; whichever worker it wakes continues the batch where it was.
    const wakes = browser.alarms.get('batch') ?? 0;
    vi.setSystemTime(wakes);
    await stepBatch();
    await loaded();

    expect((await stateNow()).batch).toMatchObject({ state: 'ended', done: 2 });
  });

  it('counts a page that cannot be read, informs the console of it, and continues', async () => {
    browser.page = (url) =>
      numberIn(url) === 0
        ? { found: 'nothing', platform: 'shopify', code: 'source.page-not-understood' }
        : product(url);

    await start(2);
    await loaded();
    await nextPage();

    expect(heard.find(({ path }) => path === '/plugin/unread')?.body).toMatchObject({
      url: address(0),
      code: 'source.page-not-understood',
    });
    expect((await stateNow()).batch).toMatchObject({ state: 'ended', done: 1, failed: 1 });
  });

  it('gives up a page that does not load within a minute', async () => {
    await start(2);
    for (const tab of browser.tabs.values()) {
      tab.status = 'loading';
    }
    vi.setSystemTime(Date.now() + 60_000);
    await stepBatch();

    expect((await stateNow()).batch).toMatchObject({ failed: 1, state: 'running' });
    expect(heard[0]?.body).toMatchObject({ code: 'source.timeout' });
  });

  it('pauses where the site turns the visitor away, and continues by itself once the page shows its product', async () => {
    let needsProof = true;
    browser.page = (url) =>
      needsProof ? { found: 'nothing', platform: null, code: 'source.blocked-us' } : product(url);
    await start(2);
    await loaded();
    expect((await stateNow()).batch).toMatchObject({
      state: 'blocked',
      because: 'source.blocked-us',
      done: 0,
    });
    expect(browser.badge.text).toBe('!');
    await nextPage();
    expect(heard).toEqual([]);

    needsProof = false;
    await loaded();
    await nextPage();

    expect((await stateNow()).batch).toMatchObject({ state: 'ended', done: 2, failed: 0 });
  });

  it('opens the page again that it paused at when the person says so', async () => {
    browser.page = () => ({ found: 'nothing', platform: null, code: 'source.password-protected' });
    await start(1);
    await loaded();

    browser.page = product;
    await resumeBatch();
    await loaded();

    expect(read()).toEqual(['Paper lamp 0']);
  });

  it('stops at once: nothing more is opened and its tab is closed', async () => {
    await start(3);
    await loaded();
    await stopBatch();
    await nextPage();

    expect(read()).toEqual(['Paper lamp 0']);
    expect(browser.tabs.size).toBe(0);
    expect((await stateNow()).batch).toMatchObject({ state: 'ended', done: 1, total: 3 });
  });

  it('waits for the person who closed its tab, and for one who started the browser again', async () => {
    await start(2);
    await tabClosed(1);
    expect((await stateNow()).batch).toMatchObject({ state: 'blocked', because: 'plugin.tab-closed' });

    await resumeBatch();
    await browserStarted();

    expect((await stateNow()).batch).toMatchObject({ state: 'blocked', because: 'plugin.tab-closed' });
  });

  it('does not continue in vain where the console takes no more', async () => {
    heard = fakeConsole(() => refused(422, 'quota.exceeded'));

    await start(3);
    await loaded();
    await nextPage();

    expect(heard).toHaveLength(1);
    expect((await stateNow()).batch).toMatchObject({ state: 'blocked', because: 'quota.exceeded' });
  });

  it('asks the person first for shops that the browser keeps closed to us', async () => {
    browser.closed.add('https://shop.example/*');
    await start(1);
    expect((await stateNow()).batch).toMatchObject({
      state: 'blocked',
      because: 'plugin.no-access',
      needs: ['https://shop.example/*'],
    });
    expect(browser.tabs.size).toBe(0);

    await accessGiven();
    expect((await stateNow()).batch).toMatchObject({ state: 'blocked' });
    browser.closed.clear();
    await accessGiven();
    await loaded();

    expect(read()).toEqual(['Paper lamp 0']);
  });

  it('takes at most fifty pages, each once, and only web pages', async () => {
    const many = Array.from({ length: 80 }, (_, number) => address(number));

    expect(
      await startBatch('shopify', ['javascript:alert(1)', 'file:///etc/passwd', ...many, ...many]),
    ).toEqual({
      taken: batchMax,
    });
  });

  it('is one at a time', async () => {
    await start(2);

    expect(await start(1)).toEqual({ code: 'plugin.batch-running' });
    expect((await stateNow()).batch).toMatchObject({ total: 2 });
  });
});
