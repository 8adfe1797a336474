import { queryKnown } from '@bowerbird/contract/collect/plugin';
import type { Answer, KnownPage } from '../../messages.ts';
import { blockBatch, startBatch, stopBatch } from '../batch/batch.ts';
import { takeCollected, takeUnread } from '../batch/collected.ts';
import { requestDocument } from '../document.ts';
import type { PageMessage } from '../messages.ts';
import { holdingPairing } from '../pairing.ts';
import { stateNow } from '../state.ts';
import { callConsole } from './call-console.ts';

/** Responds to a page script, or to the popup for requests that a page script may make, too. */
export async function answerPage(message: PageMessage, tabId: number | null): Promise<Answer> {
  switch (message.type) {
    case 'collected': {
      const taken = await takeCollected(message);
      return 'code' in taken ? await refused(taken.code) : await done({ handed: taken.handed });
    }
    case 'unread':
      await takeUnread({ platform: message.platform, url: message.url, code: message.code });
      return await done();
    case 'known': {
      const requested = await known(message);
      return 'code' in requested ? await refused(requested.code) : await done(requested);
    }
    case 'batch': {
      const started = await startBatch(message.platform, message.urls);
      return 'code' in started ? await refused(started.code) : await done(started);
    }
    case 'stop-batch':
      await stopBatch();
      return await done();
    case 'blocked':
      if (tabId !== null) {
        await blockBatch(tabId, 'source.blocked-us');
      }
      return await done();
    case 'document': {
      const document = await requestDocument(message.url);
      return document === null ? await refused('source.gone') : await done({ document });
    }
    case 'state':
      return await done();
  }
}

async function known({
  platform,
  urls,
}: {
  platform: string;
  urls: string[];
}): Promise<{ known: KnownPage[] } | { code: string }> {
  const pairing = await holdingPairing();
  if (pairing === null) {
    return { code: 'plugin.not-paired' };
  }
  const answer = await callConsole(pairing, queryKnown, { platform, urls });
  return answer.ok
    ? { known: answer.data.known.map(({ url, claimed }) => ({ url, claimed })) }
    : { code: answer.code };
}

export async function done(more: Omit<Extract<Answer, { ok: true }>, 'ok' | 'state'> = {}): Promise<Answer> {
  return { ok: true, state: await stateNow(), ...more };
}

export async function refused(code: string): Promise<Answer> {
  return { ok: false, code, state: await stateNow() };
}
