import { Worker } from 'node:worker_threads';
import { AppError } from '@bowerbird/contract/errors';
import { fileAt } from '@bowerbird/files/source/file-at';
import { FileRefused } from '@bowerbird/files/source/refused';
import type { FromReader, ReadJob, SentRefusal, ToReader } from './messages.ts';
import { type OpenedTable, openTable, type TakeFileRows } from './open-table.ts';

/** Largest file that is read in the program's main thread, in bytes. */
export const inPlaceMax = 1_000_000;

export interface ReadLimits {
  /** Largest file that is read in place; others are read in a thread. */
  inPlaceMax: number;
  /** JavaScript memory of the thread, in megabytes. */
  heapMb: number;
  /** How long the thread may be busy without a sign of life, in milliseconds. */
  busyMs: number;
}

const usual: ReadLimits = { inPlaceMax, heapMb: 512, busyMs: 15_000 };
/** Time for a starting thread to report for the first time, in milliseconds. */
const startMs = 30_000;

/** What is done with a file as it is read. */
export interface TakeTable {
  /** Called once, before the rows. */
  opened(opened: OpenedTable): unknown;
  /** Takes rows in their order, and is waited for. Returns false for "no more". */
  rows: TakeFileRows;
}

/**
 * Reads the file at a path with limits: a small one here, a larger one in a thread of its own, so that a foreign file
 * delays nobody and cannot take all memory. Returns why it ended early, or null. Throws `FileRefused` for a file that
 * cannot be opened, `import.file-too-costly` if reading takes too much time or memory, what `take` throws, and the
 * signal's reason.
 */
export async function readTable(
  { path, ...request }: ReadJob,
  take: TakeTable,
  signal: AbortSignal,
  limits: Partial<ReadLimits> = {},
): Promise<FileRefused | null> {
  signal.throwIfAborted();
  const source = await fileAt(path);
  try {
    if (source.size <= (limits.inPlaceMax ?? usual.inPlaceMax)) {
      const table = await openTable(source, request);
      await take.opened(table.opened);
      return await table.rows(async (rows) => {
        signal.throwIfAborted();
        return await take.rows(rows);
      });
    }
  } finally {
    await source.close();
  }
  return await readInThread({ path, ...request }, take, signal, { ...usual, ...limits });
}

async function readInThread(
  job: ReadJob,
  take: TakeTable,
  signal: AbortSignal,
  { heapMb, busyMs }: ReadLimits,
): Promise<FileRefused | null> {
  const { NODE_COMPILE_CACHE } = process.env;
  const thread = new Worker(new URL('./read-thread.ts', import.meta.url), {
    execArgv: [],
    env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 24 },
    workerData: job,
  });
  const ended = Promise.withResolvers<FileRefused | null>();
  const costly = (why: string) => ended.reject(new AppError('import.file-too-costly', why));
  /** Null while rows are taken here: the thread then waits. */
  let heardAt: number | null = performance.now() + startMs;
  const watch = setInterval(() => {
    // First reads the messages that arrived while this thread was busy.
    setImmediate(() => {
      if (heardAt !== null && performance.now() - heardAt > busyMs) {
        costly(`busy for ${busyMs} ms`);
      }
    });
  }, busyMs / 4);
  const stopped = () => ended.reject(signal.reason);
  signal.addEventListener('abort', stopped, { once: true });
  thread.on('error', (thrown: Error & { code?: string }) =>
    thrown.code === 'ERR_WORKER_OUT_OF_MEMORY' ? costly(`more than ${heapMb} MB`) : ended.reject(thrown),
  );
  thread.on('exit', () => ended.reject(new Error('the thread ended')));
  const answer = (given: ToReader) => thread.postMessage(given);
  // What one message brings is done before the next is looked at.
  let doing = Promise.resolve();
  let goesOn = true;
  thread.on('message', (message: FromReader) => {
    heardAt = message.kind === 'rows' ? null : heardAt === null ? null : performance.now();
    doing = doing.then(() => hear(message)).catch(ended.reject);
  });
  try {
    return await ended.promise;
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', stopped);
    await thread.terminate();
  }

  async function hear(message: FromReader): Promise<void> {
    switch (message.kind) {
      case 'opened':
        await take.opened(message.opened);
        return;
      case 'rows': {
        // What was read ahead is left after the last rows that were wanted.
        goesOn &&= (await take.rows(message.rows)) !== false;
        heardAt = performance.now();
        answer(goesOn ? 'next' : 'stop');
        return;
      }
      case 'end':
        ended.resolve(message.refused && received(message.refused));
        return;
      case 'refused':
        ended.reject(received(message.refused));
        return;
      case 'failed':
        ended.reject(new Error(message.message));
        return;
      default:
    }
  }
}

function received({ code, part, row }: SentRefusal): FileRefused {
  return new FileRefused(code, part, row);
}
