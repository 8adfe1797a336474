import { batchMax } from '../../messages.ts';
import { showBadge } from '../badge.ts';
import { withLock } from '../kept.ts';
import { holdingPairing } from '../pairing.ts';
import { readTab, turnedAway } from '../read-tab.ts';
import { batch, readBatch } from './batch-record.ts';
import { stepBatch } from './batch-step.ts';

/** Starts to read these pages, without duplicates, at most the first `batchMax`. Returns how many, or an error code. */
export async function startBatch(
  platform: string,
  given: readonly string[],
): Promise<{ taken: number } | { code: string }> {
  const urls = [...new Set(given.filter(isPage))].slice(0, batchMax);
  if ((await holdingPairing()) === null) {
    return { code: 'plugin.not-paired' };
  }
  if (urls.length === 0) {
    return { code: 'plugin.nothing-here' };
  }
  const id = crypto.randomUUID();
  const needs = await originsClosedToUs(urls);
  const now = await batch.change((before) =>
    before !== null && before.state !== 'ended'
      ? before
      : {
          id,
          platform,
          urls,
          at: 0,
          done: 0,
          failed: 0,
          total: urls.length,
          state: needs.length === 0 ? 'running' : 'blocked',
          because: needs.length === 0 ? null : 'plugin.no-access',
          needs,
          tabId: null,
          phase: 'resting',
          until: 0,
        },
  );
  if (now?.id !== id) {
    return { code: 'plugin.batch-running' };
  }
  await stepBatch();
  return { taken: urls.length };
}

/** Ends the batch; what was read is kept. Its tab is closed. */
export async function stopBatch(): Promise<void> {
  const before = await readBatch();
  await batch.change((now) => now && { ...now, state: 'ended', because: null, needs: [], tabId: null });
  await chrome.alarms.clear('batch');
  await closeTab(before?.tabId ?? null);
  await showBadge();
}

/** Resumes with the page at which a batch stopped, once the person has dealt with it. */
export async function resumeBatch(): Promise<void> {
  const waiting = await readBatch();
  const needs = waiting === null ? [] : await originsClosedToUs(waiting.urls);
  await batch.change((now) =>
    now?.state !== 'blocked'
      ? now
      : needs.length > 0
        ? { ...now, because: 'plugin.no-access', needs }
        : { ...now, state: 'running', because: null, needs: [], phase: 'resting', until: 0 },
  );
  await stepBatch();
}

/** Resumes a batch that waited for a permission which the person has now granted. */
export async function accessGiven(): Promise<void> {
  const now = await readBatch();
  if (now?.state === 'blocked' && now.because === 'plugin.no-access') {
    await resumeBatch();
  }
}

/** Pauses the batch to which this tab belongs: its page blocked the visitor. */
export async function blockBatch(tabId: number, code: string): Promise<void> {
  await batch.change((now) =>
    now?.state === 'running' && now.tabId === tabId ? { ...now, state: 'blocked', because: code } : now,
  );
  await showBadge();
}

/**
 * Handles a loaded tab: if it is the batch's, its page is read; a paused batch resumes once the page shows its product.
 */
export async function tabLoaded(tabId: number): Promise<void> {
  const now = await readBatch();
  if (now?.state === 'running') {
    await stepBatch();
  }
  if (now?.state === 'blocked' && now.tabId === tabId && turnedAway.has(now.because ?? '')) {
    const letIn = await withLock('batch-step', async () => (await readTab(tabId)).found === 'products');
    if (letIn) {
      await batch.change((held) =>
        held?.id === now.id && held.state === 'blocked'
          ? { ...held, state: 'running', because: null, phase: 'reading', until: Date.now() + 60_000 }
          : held,
      );
      await stepBatch();
    }
  }
}

/** Handles a closed tab: the batch that ran in it waits for the person. */
export async function tabClosed(tabId: number): Promise<void> {
  await batch.change((now) =>
    now === null || now.tabId !== tabId || now.state === 'ended'
      ? now
      : { ...now, state: 'blocked', because: 'plugin.tab-closed', tabId: null },
  );
  await showBadge();
}

/** Handles a restart of the browser: tabs have other ids now, and no tab opens by itself. */
export async function browserStarted(): Promise<void> {
  await batch.change((now) =>
    now === null || now.state === 'ended'
      ? now
      : { ...now, state: 'blocked', because: now.because ?? 'plugin.tab-closed', tabId: null },
  );
}

export async function forgetBatch(): Promise<void> {
  await batch.change((now) => (now?.state === 'ended' ? null : now));
}

export async function closeTab(tabId: number | null): Promise<void> {
  if (tabId !== null) {
    await chrome.tabs.remove(tabId).catch(() => undefined);
  }
}

async function originsClosedToUs(urls: readonly string[]): Promise<string[]> {
  const origins = [...new Set(urls.map((url) => originPattern(url)))];
  const open = await Promise.all(origins.map((origin) => chrome.permissions.contains({ origins: [origin] })));
  return origins.filter((_, index) => open[index] !== true);
}

/** A match pattern has no port. */
function originPattern(url: string): string {
  const { protocol, hostname } = new URL(url);
  return `${protocol}//${hostname}/*`;
}

function isPage(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
