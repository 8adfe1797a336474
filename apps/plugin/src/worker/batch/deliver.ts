import { deliverCollected, reportUnread } from '@bowerbird/contract/collect/plugin';
import type { BodyOf } from '@bowerbird/contract/route';
import { z } from 'zod/mini';
import { setAlarm } from '../alarms.ts';
import { callConsole } from '../answers/call-console.ts';
import { showBadge } from '../badge.ts';
import { kept, withLock } from '../kept.ts';
import { endPairing, holdingPairing, ownerOf, type Pairing } from '../pairing.ts';
import { readSettings } from '../settings.ts';
import { outcomeOf, waitAfter } from './outcome.ts';
import { type Entry, forget, nextWaiting, putLast, readQueue, reject } from './queue.ts';

const Hold = z.object({ failures: z.number(), until: z.number(), code: z.string() });
type Hold = z.infer<typeof Hold>;
const hold = kept<Hold | null>('hold', z.nullable(Hold), null);

/** Returns why nothing is sent now, and until when. */
export const readHold = () => hold.read();

/** Allows the next delivery at once. */
export async function endHold(): Promise<void> {
  await hold.change(() => null);
}

/** Slightly more than the longest call, in milliseconds: if this worker dies, another one continues then. */
const guardMs = 60_000;

/**
 * Sends waiting records one after the other, until none waits or the console cannot accept more now. Can safely be
 * called at any time and concurrently.
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
  const outcome = outcomeOf(await send(pairing, next.entry, next.body));
  switch (outcome.outcome) {
    case 'delivered':
      await forget(next.entry.id);
      await endHold();
      return true;
    case 'rejected':
      await (next.entry.kind === 'unread' ? forget(next.entry.id) : reject(next.entry.id, outcome.code));
      return true;
    case 'unpaired':
      await endPairing(pairing.token, outcome.code);
      return false;
    case 'later':
      await putLast(next.entry.id);
      await holdFor(outcome.code, outcome.waitMs);
      return false;
  }
}

async function send(pairing: Pairing, { kind }: Entry, body: unknown) {
  // Cast: bodies were built for their call when they were queued; the console parses them by its own schema.
  return kind === 'products'
    ? await callConsole(pairing, deliverCollected, body as BodyOf<typeof deliverCollected>)
    : await callConsole(pairing, reportUnread, body as BodyOf<typeof reportUnread>);
}

async function holdFor(code: string, requestedMs: number | null): Promise<void> {
  const { speed } = await readSettings();
  await hold.change((now) => {
    const failures = (now?.failures ?? 0) + 1;
    return { failures, code, until: Date.now() + speed * waitAfter(failures, requestedMs) };
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
