import type { PluginAnswer } from '@bowerbird/contract/plugin';
import { startBatch } from './batch.ts';
import { pluginVersion } from './collected.ts';
import { deliverWaiting, endHold } from './deliver.ts';
import { holdingPairing, pair } from './pairing.ts';
import type { ConsoleQuestion } from './questions.ts';
import { readSettings } from './settings.ts';

/**
 * Answers a page of the console. `origin` is the page's true one as the browser tells it; only the console that handed this
 * plugin out, or the one it is paired with, is answered: a match pattern knows no port, so others on the same host come through.
 */
export async function answerConsole(question: ConsoleQuestion, origin: string): Promise<PluginAnswer> {
  const { console } = await readSettings();
  const pairing = await holdingPairing();
  const ours = origin === console || origin === pairing?.console;
  if (!ours) {
    return await told({ ok: false, code: 'plugin.other-console' }, origin);
  }
  switch (question.type) {
    case 'ping':
      return await told({ ok: true }, origin);
    case 'pair': {
      const failed = await pair(origin, question.code, question.language ?? null);
      if (failed !== null) {
        return await told({ ok: false, code: failed }, origin);
      }
      await endHold();
      await deliverWaiting();
      return await told({ ok: true }, origin);
    }
    case 'collect': {
      if (pairing?.console !== origin) {
        return await told({ ok: false, code: 'plugin.not-paired' }, origin);
      }
      const started = await startBatch(question.platform, question.urls);
      return await told('code' in started ? { ok: false, ...started } : { ok: true, ...started }, origin);
    }
  }
}

async function told(
  answer: Pick<PluginAnswer, 'ok' | 'code' | 'taken'>,
  origin: string,
): Promise<PluginAnswer> {
  const pairing = await holdingPairing();
  const here = pairing?.console === origin ? pairing : null;
  return {
    version: pluginVersion(),
    paired: here !== null,
    ...answer,
    ...(here === null ? {} : { person: here.person }),
  };
}
