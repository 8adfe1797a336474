import { createReadStream } from 'node:fs';
import type { FileSource } from '@bowerbird/files/source/file-source';
import { asOwner, type Db } from '../../db/database.ts';
import { type Attempt, requireAttempt } from '../apply/attempt.ts';

/** Most bytes of one file that are kept in addition to its rows: a workbook of a million rows with 15 columns has 85 MB. */
export const keptMax = 128 * 1024 ** 2;
const partBytes = 1024 ** 2;

/**
 * Keeps the bytes of a file from one position on with its import, in place of what an earlier attempt kept. Returns how many
 * there are; null for more than `most`, of which none is kept.
 */
export async function keepBytes(
  db: Db,
  attempt: Attempt,
  { path, from, size }: { path: string; from: number; size: number },
  signal: AbortSignal,
  most = keptMax,
): Promise<number | null> {
  const { ownerId, runId } = attempt;
  await asOwner(db, ownerId, async (owned) => {
    await requireAttempt(owned, attempt);
    await owned
      .deleteFrom('import_bytes')
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .execute();
  });
  if (size - from > most) {
    return null;
  }
  let part = 0;
  for await (const bytes of partsOf(path, from)) {
    signal.throwIfAborted();
    await asOwner(db, ownerId, async (owned) => {
      await requireAttempt(owned, attempt);
      await owned
        .insertInto('import_bytes')
        .values({ run_id: runId, part, owner_id: ownerId, bytes })
        .execute();
    });
    part += 1;
  }
  return size - from;
}

/** Yields a file in parts that are all of one size but the last. */
async function* partsOf(path: string, from: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of createReadStream(path, { start: from, highWaterMark: partBytes })) {
    held.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    while (length >= partBytes) {
      const whole = Buffer.concat(held);
      yield whole.subarray(0, partBytes);
      held = [whole.subarray(partBytes)];
      length -= partBytes;
    }
  }
  if (length > 0) {
    yield Buffer.concat(held);
  }
}

/** Yields the kept bytes of an import in their order. */
export async function* keptBytes(db: Db, ownerId: string, runId: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const bytes = await findPart(db, ownerId, runId, part);
    if (bytes === undefined) {
      return;
    }
    yield bytes;
  }
}

/** Returns the kept bytes of an import as a file. Memory: two parts. */
export function keptSource(db: Db, ownerId: string, runId: string, size: number): FileSource {
  const held = new Map<number, Buffer>();
  const partAt = async (part: number) => {
    const known = held.get(part);
    if (known) {
      return known;
    }
    const bytes = (await findPart(db, ownerId, runId, part)) ?? Buffer.alloc(0);
    const [oldest] = held.keys();
    if (held.size > 1 && oldest !== undefined) {
      held.delete(oldest);
    }
    held.set(part, bytes);
    return bytes;
  };
  return {
    size,
    async read(position, length) {
      const end = Math.min(position + length, size);
      const read: Buffer[] = [];
      for (let at = position; at < end; ) {
        const inPart = at % partBytes;
        const bytes = (await partAt(Math.floor(at / partBytes))).subarray(inPart, inPart + end - at);
        if (bytes.length === 0) {
          break;
        }
        read.push(bytes);
        at += bytes.length;
      }
      return Buffer.concat(read);
    },
  };
}

async function findPart(db: Db, ownerId: string, runId: string, part: number): Promise<Buffer | undefined> {
  const row = await asOwner(db, ownerId, (owned) =>
    owned
      .selectFrom('import_bytes')
      .select('bytes')
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .where('part', '=', part)
      .executeTakeFirst(),
  );
  return row?.bytes;
}
