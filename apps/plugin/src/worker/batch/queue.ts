import { z } from 'zod/mini';
import { kept, withLock } from '../kept.ts';

/** Limits of the queue; records beyond them are refused with an error, and no waiting record is ever dropped. */
export const queueMax = { records: 500, bytes: 8_000_000 };

const Entry = z.object({
  /** The delivery's own id: sending it again changes nothing at the console. */
  id: z.string(),
  kind: z.enum(['products', 'unread']),
  url: z.string(),
  title: z.string(),
  bytes: z.number(),
  /** Its owner (`ownerOf`). */
  owner: z.string(),
  state: z.enum(['waiting', 'rejected']),
  /** Why it was rejected. */
  code: z.nullable(z.string()),
});
export type Entry = z.infer<typeof Entry>;

/** A record to be delivered, with the body of its call. */
export interface ToDeliver extends Pick<Entry, 'id' | 'kind' | 'url' | 'title' | 'owner'> {
  body: object;
}

const index = kept<Entry[]>('queue', z.array(Entry), []);
const bodyKey = (id: string) => `record.${id}`;

export const readQueue = () => index.read();

/** Keeps all of these or, if there is no space for all, none. */
export async function enqueue(records: readonly ToDeliver[]): Promise<'kept' | 'full'> {
  return await withLock('bodies', async () => {
    const now = await index.read();
    const added: Entry[] = records.map(({ body, ...rest }) => ({
      ...rest,
      bytes: bytesOf(body),
      state: 'waiting',
      code: null,
    }));
    const next = [...now, ...added];
    if (next.length > queueMax.records || sum(next) > queueMax.bytes) {
      return 'full';
    }
    try {
      await chrome.storage.local.set(Object.fromEntries(records.map(({ id, body }) => [bodyKey(id), body])));
      await index.change((entries) => [...entries, ...added]);
      return 'kept';
    } catch {
      // The browser's own limit was reached; bodies without an index entry must not stay.
      await chrome.storage.local.remove(records.map(({ id }) => bodyKey(id)));
      return 'full';
    }
  });
}

/** Returns the first waiting record of this owner, with its body. */
export async function nextWaiting(owner: string): Promise<{ entry: Entry; body: unknown } | undefined> {
  const entry = (await index.read()).find((each) => each.state === 'waiting' && each.owner === owner);
  if (entry === undefined) {
    return undefined;
  }
  const key = bodyKey(entry.id);
  return { entry, body: (await chrome.storage.local.get(key))[key] };
}

/** Removes a record: it was delivered, or the person does not want it. */
export async function forget(id: string): Promise<void> {
  await index.change((entries) => entries.filter((entry) => entry.id !== id));
  await chrome.storage.local.remove(bodyKey(id));
}

export async function reject(id: string, code: string): Promise<void> {
  await changeEach(
    (entry) => entry.id === id,
    (entry) => ({ ...entry, state: 'rejected', code }),
  );
}

/** Moves a record to the end: one that the console cannot accept now does not block the others. */
export async function putLast(id: string): Promise<void> {
  await index.change((entries) => [
    ...entries.filter((entry) => entry.id !== id),
    ...entries.filter((entry) => entry.id === id),
  ]);
}

/** Lets rejected records of this owner wait again: one, or all. */
export async function retry(owner: string, id?: string): Promise<void> {
  await changeEach(
    (entry) => entry.state === 'rejected' && (id === undefined || entry.id === id),
    (entry) => ({ ...entry, owner, state: 'waiting', code: null }),
  );
}

/** Holds back what was read for someone else, until the person confirms that it may be sent to the one paired now. */
export async function refuseOtherPeoples(owner: string): Promise<void> {
  await changeEach(
    (entry) => entry.owner !== owner && entry.state === 'waiting',
    (entry) => ({ ...entry, state: 'rejected', code: 'plugin.other-person' }),
  );
}

async function changeEach(which: (entry: Entry) => boolean, how: (entry: Entry) => Entry): Promise<void> {
  await index.change((entries) => entries.map((entry) => (which(entry) ? how(entry) : entry)));
}

/** Returns the size in bytes of the JSON to send. */
export function bytesOf(body: object): number {
  return new TextEncoder().encode(JSON.stringify(body)).length;
}

function sum(entries: readonly Entry[]): number {
  return entries.reduce((total, { bytes }) => total + bytes, 0);
}
