import { askKnown } from '@bowerbird/contract/plugin';
import type { Answer, KnownPage } from '../messages.ts';
import { blockBatch, startBatch, stopBatch } from './batch.ts';
import { callConsole } from './call-console.ts';
import { takeCollected, takeUnread } from './collected.ts';
import { askDocument } from './document.ts';
import { holdingPairing } from './pairing.ts';
import type { PageQuestion } from './questions.ts';
import { stateNow } from './state.ts';

/** Answers a page's script, or the popup where it asks what a page's script may ask too. */
export async function answerPage(question: PageQuestion, tabId: number | null): Promise<Answer> {
  switch (question.type) {
    case 'collected': {
      const taken = await takeCollected(question);
      return 'code' in taken ? await refused(taken.code) : await done({ handed: taken.handed });
    }
    case 'unread':
      await takeUnread({ platform: question.platform, url: question.url, code: question.code });
      return await done();
    case 'known': {
      const asked = await known(question);
      return 'code' in asked ? await refused(asked.code) : await done(asked);
    }
    case 'batch': {
      const started = await startBatch(question.platform, question.urls);
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
      const document = await askDocument(question.url);
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
  const answer = await callConsole(pairing, askKnown, { platform, urls });
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
