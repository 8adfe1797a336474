import { deliverCollected, reportUnread } from '@bowerbird/contract/plugin';
import type { BodyOf } from '@bowerbird/contract/route';
import { z } from 'zod/mini';
import { setAlarm } from './alarms.ts';
import { showBadge } from './badge.ts';
import { callConsole } from './call-console.ts';
import { fateOf, waitAfter } from './fate.ts';
import { kept, withLock } from './kept.ts';
import { endPairing, holdingPairing, ownerOf, type Pairing } from './pairing.ts';
import { type Entry, forget, nextWaiting, putLast, readQueue, reject } from './queue.ts';
import { readSettings } from './settings.ts';

const Hold = z.object({ failures: z.number(), until: z.number(), code: z.string() });
type Hold = z.infer<typeof Hold>;
const hold = kept<Hold | null>('hold', z.nullable(Hold), null);

/** Why nothing is sent now, and until when. */
export const readHold = () => hold.read();

/** Lets the next delivery go at once. */
export async function endHold(): Promise<void> {
  await hold.change(() => null);
}

/** A little more than the longest call: should this worker die, another one goes on then. */
const guardMs = 60_000;

/**
 * Sends what waits, one after the other, until nothing waits or the console cannot take more now. Safe to call at any time, from
 * as many places at once as there are.
 */
export async function deliverWaiting(): Promise<void> {
  await withLock('deliver', async () => {
    await setAlarm('deliver', guardMs);
    let going = true;
    while (going) {
      going = await deliverNext();
    }
    await setNextTry();
  });
  await showBadge();
}

async function deliverNext(): Promise<boolean> {
  const pairing = await holdingPairing();
  const held = await hold.read();
  if (pairing === null || (held !== null && held.until > Date.now())) {
    return false;
  }
  const next = await nextWaiting(ownerOf(pairing));
  if (next === undefined) {
    return false;
  }
  await showBadge('sending');
  const fate = fateOf(await send(pairing, next.entry, next.body));
  switch (fate.fate) {
    case 'delivered':
      await forget(next.entry.id);
      await endHold();
      return true;
    case 'rejected':
      await (next.entry.kind === 'unread' ? forget(next.entry.id) : reject(next.entry.id, fate.code));
      return true;
    case 'unpaired':
      await endPairing(pairing.token, fate.code);
      return false;
    case 'later':
      await putLast(next.entry.id);
      await holdFor(fate.code, fate.waitMs);
      return false;
  }
}

async function send(pairing: Pairing, { kind }: Entry, body: unknown) {
  // Bodies were built for their call when they were queued; the console reads them by its own schema.
  return kind === 'products'
    ? await callConsole(pairing, deliverCollected, body as BodyOf<typeof deliverCollected>)
    : await callConsole(pairing, reportUnread, body as BodyOf<typeof reportUnread>);
}

async function holdFor(code: string, askedMs: number | null): Promise<void> {
  const { tempo } = await readSettings();
  await hold.change((now) => {
    const failures = (now?.failures ?? 0) + 1;
    return { failures, code, until: Date.now() + tempo * waitAfter(failures, askedMs) };
  });
}

async function setNextTry(): Promise<void> {
  const held = await hold.read();
  const waits = (await readQueue()).some(({ state }) => state === 'waiting');
  if (waits && held !== null && (await holdingPairing()) !== null) {
    await setAlarm('deliver', held.until - Date.now());
  } else {
    await chrome.alarms.clear('deliver');
  }
}
