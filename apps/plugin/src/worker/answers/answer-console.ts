import type { PluginAnswer } from '@bowerbird/contract/collect/plugin';
import { startBatch } from '../batch/batch.ts';
import { pluginVersion } from '../batch/collected.ts';
import { deliverWaiting, endHold } from '../batch/deliver.ts';
import type { ConsoleMessage } from '../messages.ts';
import { holdingPairing, pair } from '../pairing.ts';
import { readSettings } from '../settings.ts';

/**
 * Responds to a page of the console. `origin` is the page's true origin as reported by the browser. Only the console
 * from which this plugin was downloaded, or with which it is paired, gets a response: a match pattern has no port, so
 * other pages on the same host get through.
 */
export async function answerConsole(message: ConsoleMessage, origin: string): Promise<PluginAnswer> {
  const { console } = await readSettings();
  const pairing = await holdingPairing();
  const ours = origin === console || origin === pairing?.console;
  if (!ours) {
    return await reported({ ok: false, code: 'plugin.other-console' }, origin);
  }
  switch (message.type) {
    case 'ping':
      return await reported({ ok: true }, origin);
    case 'pair': {
      const failed = await pair(origin, message.code, message.language ?? null);
      if (failed !== null) {
        return await reported({ ok: false, code: failed }, origin);
      }
      await endHold();
      await deliverWaiting();
      return await reported({ ok: true }, origin);
    }
    case 'collect': {
      if (pairing?.console !== origin) {
        return await reported({ ok: false, code: 'plugin.not-paired' }, origin);
      }
      const started = await startBatch(message.platform, message.urls);
      return await reported('code' in started ? { ok: false, ...started } : { ok: true, ...started }, origin);
    }
  }
}

async function reported(
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
