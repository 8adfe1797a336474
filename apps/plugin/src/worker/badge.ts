import { readBatch } from './batch/batch-record.ts';
import { readQueue } from './batch/queue.ts';
import { withLock } from './kept.ts';
import { holdingPairing } from './pairing.ts';

const colours = { attention: '#c22b33', quiet: '#5b6775', busy: '#096dd9' } as const;

export interface Badge {
  text: string;
  colour: keyof typeof colours;
}

/** Returns the toolbar button's badge: that a person is needed, the batch's progress, or how much is not delivered. */
export function badgeOf(now: {
  paired: boolean;
  batch: { state: 'running' | 'blocked' | 'ended'; done: number; failed: number; total: number } | null;
  undelivered: number;
  sending: boolean;
}): Badge {
  if (!now.paired || now.batch?.state === 'blocked') {
    return { text: '!', colour: 'attention' };
  }
  if (now.batch?.state === 'running') {
    return { text: `${now.batch.done + now.batch.failed}/${now.batch.total}`, colour: 'busy' };
  }
  return now.undelivered === 0
    ? { text: '', colour: 'quiet' }
    : { text: String(now.undelivered), colour: now.sending ? 'quiet' : 'busy' };
}

/** Shows the badge; the last caller renders last. */
export async function showBadge(doing?: 'sending'): Promise<void> {
  await withLock('badge', () => paint(doing === 'sending'));
}

async function paint(sending: boolean): Promise<void> {
  const { text, colour } = badgeOf({
    paired: (await holdingPairing()) !== null,
    batch: await readBatch(),
    undelivered: (await readQueue()).filter(({ kind }) => kind === 'products').length,
    sending,
  });
  await chrome.action.setBadgeBackgroundColor({ color: colours[colour] });
  await chrome.action.setBadgeTextColor({ color: '#ffffff' });
  await chrome.action.setBadgeText({ text });
}
