import type { PluginState } from '../messages.ts';
import { readBatch } from './batch/batch-record.ts';
import { readHold } from './batch/deliver.ts';
import { readQueue } from './batch/queue.ts';
import { readPairing } from './pairing.ts';
import { nearestLanguage, readSettings } from './settings.ts';

/**
 * Returns the part of the state that a page script may see: neither who the person is, nor which console, nor what was
 * read on other pages.
 */
export function stateForPages(state: PluginState): PluginState {
  const { paired, batch } = state;
  return {
    ...state,
    paired: paired && { console: '', person: '' },
    console: null,
    rejected: [],
    batch: batch && { ...batch, needs: [] },
  };
}

/** Returns the plugin's current state. The token is not part of it. */
export async function stateNow(): Promise<PluginState> {
  const [settings, pairing, queue, held, batch] = await Promise.all([
    readSettings(),
    readPairing(),
    readQueue(),
    readHold(),
    readBatch(),
  ]);
  const holds = pairing !== null && pairing.endedBy === null;
  const waiting = queue.filter(({ state, kind }) => state === 'waiting' && kind === 'products').length;
  return {
    paired: holds ? { console: pairing.console, person: pairing.person } : null,
    pairingEnded: pairing?.endedBy ?? null,
    console: pairing?.console ?? settings.console,
    language: pairing?.language ?? settings.locale ?? nearestLanguage(chrome.i18n.getUILanguage()),
    waiting,
    held: held !== null && waiting > 0 && holds ? { code: held.code, until: held.until } : null,
    rejected: queue
      .filter(({ state }) => state === 'rejected')
      .map(({ id, url, title, code }) => ({ id, url, title, code: code ?? 'unexpected' })),
    batch: batch && {
      done: batch.done,
      total: batch.total,
      state: batch.state,
      failed: batch.failed,
      because: batch.because,
      needs: batch.needs,
    },
  };
}
