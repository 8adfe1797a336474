import { setAlarm } from '../alarms.ts';
import { showBadge } from '../badge.ts';
import { withLock } from '../kept.ts';
import { type PageAnswer, readTab, turnedAway } from '../read-tab.ts';
import { readSettings } from '../settings.ts';
import { type Batch, changeBatch, readBatch } from './batch-record.ts';
import { takeCollected, takeUnread } from './collected.ts';

/** Range of the pause between two pages, in milliseconds; the exact value is random, like a person's pace. */
const restMs = { least: 4_000, most: 8_000 };
/** Time after which a page that does not load is abandoned, in milliseconds. */
const pageMs = 60_000;
/** How much later than each timer its backup alarm fires, in milliseconds: a timer is lost with its worker. */
const behindMs = 1_000;

/** Rejections that every further page would get, too. */
const endsAll: ReadonlySet<string> = new Set(['quota.exceeded', 'owner.frozen']);

/**
 * Advances the batch: opens the next page when the pause is over, reads a page that has loaded, abandons one that does
 * not load. Triggered by the tab's loading, by a timer and, should the worker die, by an alarm; one step at a time.
 */
export async function stepBatch(): Promise<void> {
  await withLock('batch-step', async () => {
    const now = await readBatch();
    if (now === null || now.state !== 'running') {
      return;
    }
    if (now.phase === 'resting') {
      await (Date.now() >= now.until ? open(now) : wakeIn(now.until - Date.now()));
    } else if (await hasLoaded(now.tabId)) {
      await read(now);
    } else if (Date.now() >= now.until) {
      await giveUp(now, 'source.timeout');
    } else {
      await setAlarm('batch', now.until - Date.now());
    }
  });
  await showBadge();
}

async function open(now: Batch): Promise<void> {
  const url = now.urls[now.at];
  const until = Date.now() + pageMs;
  // Before the tab is opened: should the worker die in between, the next one opens the page again.
  await setAlarm('batch', pageMs);
  const moved =
    now.tabId === null ? undefined : await chrome.tabs.update(now.tabId, { url }).catch(() => undefined);
  const tab = moved ?? (await chrome.tabs.create({ url, active: false }));
  await changeBatch(now, { tabId: tab.id ?? null, phase: 'reading', until });
}

async function hasLoaded(tabId: number | null): Promise<boolean> {
  const tab = tabId === null ? undefined : await chrome.tabs.get(tabId).catch(() => undefined);
  return tab?.status === 'complete' && !tab.pendingUrl;
}

async function read(now: Batch): Promise<void> {
  const answer: PageAnswer =
    now.tabId === null
      ? { found: 'nothing', platform: null, code: 'source.timeout' }
      : await readTab(now.tabId);
  if (answer.found === 'nothing' && turnedAway.has(answer.code)) {
    await block(now, answer.code);
  } else if (answer.found === 'products') {
    await take(now, answer);
  } else {
    await giveUp(now, answer.found === 'nothing' ? answer.code : 'source.product-unreadable');
  }
}

async function take(now: Batch, answer: PageAnswer & { found: 'products' }): Promise<void> {
  const taken = await takeCollected(answer);
  if ('handed' in taken) {
    const { state, code } = taken.handed;
    await (state === 'rejected' && endsAll.has(code ?? '')
      ? block(now, code ?? '', { done: now.done + 1, at: now.at + 1 })
      : goOn(now, { done: now.done + 1 }));
  } else if (taken.code === 'plugin.queue-full' || taken.code === 'plugin.not-paired') {
    await block(now, taken.code);
  } else {
    await giveUp(now, taken.code);
  }
}

async function giveUp(now: Batch, code: string): Promise<void> {
  await takeUnread({ platform: now.platform, url: now.urls[now.at] ?? '', code });
  await goOn(now, { failed: now.failed + 1 });
}

async function goOn(now: Batch, counted: Partial<Batch>): Promise<void> {
  const at = now.at + 1;
  if (at >= now.total) {
    const ended = await changeBatch(now, { ...counted, at, state: 'ended', tabId: null });
    await chrome.alarms.clear('batch');
    if (ended?.id === now.id && now.tabId !== null) {
      await chrome.tabs.remove(now.tabId).catch(() => undefined);
    }
    return;
  }
  const { speed } = await readSettings();
  const rest = speed * (restMs.least + Math.random() * (restMs.most - restMs.least));
  await changeBatch(now, { ...counted, at, phase: 'resting', until: Date.now() + rest });
  await wakeIn(rest);
}

async function block(now: Batch, code: string, counted: Partial<Batch> = {}): Promise<void> {
  const ended = (counted.at ?? now.at) >= now.total;
  await changeBatch(now, { ...counted, state: ended ? 'ended' : 'blocked', because: code });
  await chrome.alarms.clear('batch');
}

async function wakeIn(ms: number): Promise<void> {
  await setAlarm('batch', ms + behindMs);
  setTimeout(() => void stepBatch(), ms);
}
