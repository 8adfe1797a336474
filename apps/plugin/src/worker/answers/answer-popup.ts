import type { Answer } from '../../messages.ts';
import { showBadge } from '../badge.ts';
import { forgetBatch, resumeBatch } from '../batch/batch.ts';
import { readBatch } from '../batch/batch-record.ts';
import { takeCollected } from '../batch/collected.ts';
import { deliverWaiting, endHold } from '../batch/deliver.ts';
import { forget, retry } from '../batch/queue.ts';
import { consoleOrigin } from '../console-origin.ts';
import type { PopupMessage } from '../messages.ts';
import { holdingPairing, ownerOf, pair, unpair } from '../pairing.ts';
import { readTab } from '../read-tab.ts';
import { done, refused } from './answer-page.ts';

/** Performs the popup's requests. */
export async function answerPopup(message: PopupMessage): Promise<Answer> {
  switch (message.type) {
    case 'pair':
      return await pairByHand(message.console, message.code);
    case 'unpair':
      await unpair();
      break;
    case 'read-tab':
      return await collectTab(message.tabId);
    case 'retry':
      await sendAgain(message.id);
      break;
    case 'remove':
      await forget(message.id);
      break;
    case 'send-now':
      await endHold();
      await deliverWaiting();
      break;
    case 'resume-batch':
      await resumeBatch();
      break;
    case 'show-batch':
      await showBatchTab();
      break;
    case 'forget-batch':
      await forgetBatch();
      break;
  }
  await showBadge();
  return await done();
}

async function pairByHand(address: string, code: string): Promise<Answer> {
  const console = consoleOrigin(address);
  if (console === null) {
    return await refused('address.invalid');
  }
  const failed = await pair(console, code, null);
  if (failed !== null) {
    return await refused(failed);
  }
  await endHold();
  await deliverWaiting();
  return await done();
}

async function collectTab(tabId: number): Promise<Answer> {
  if ((await holdingPairing()) === null) {
    return await refused('plugin.not-paired');
  }
  const read = await readTab(tabId);
  if (read.found === 'nothing') {
    return await refused(read.code);
  }
  if (read.found === 'sourceLinks') {
    return read.urls.length === 0
      ? await refused('plugin.nothing-here')
      : await done({ sourceLinks: { platform: read.platform, urls: read.urls } });
  }
  const taken = await takeCollected(read);
  return 'code' in taken ? await refused(taken.code) : await done({ handed: taken.handed });
}

async function sendAgain(id: string | undefined): Promise<void> {
  const pairing = await holdingPairing();
  if (pairing !== null) {
    await retry(ownerOf(pairing), id);
    await endHold();
    await deliverWaiting();
  }
}

async function showBatchTab(): Promise<void> {
  const tabId = (await readBatch())?.tabId ?? null;
  if (tabId !== null) {
    const tab = await chrome.tabs.update(tabId, { active: true }).catch(() => undefined);
    if (tab !== undefined) {
      await chrome.windows.update(tab.windowId, { focused: true });
    }
  }
}
