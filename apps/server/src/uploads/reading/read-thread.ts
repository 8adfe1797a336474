import { parentPort, workerData } from 'node:worker_threads';
import { fileAt } from '@bowerbird/files/source/file-at';
import { FileRefused } from '@bowerbird/files/source/refused';
import { threadYieldsToOthers } from '../../isolated/job.ts';
import type { FromReader, ReadJob, SentRefusal, ToReader } from './messages.ts';
import { openTable } from './open-table.ts';

/** Interval at which the thread reports that it is alive, in milliseconds. */
const aliveMs = 100;

const port = parentPort;
if (port === null) {
  throw new Error('this is the beginning of a thread');
}
const report = (message: FromReader) => port.postMessage(message);
threadYieldsToOthers();
const unanswered: ((answer: ToReader) => void)[] = [];
port.on('message', (answer: ToReader) => unanswered.shift()?.(answer));
const alive = setInterval(() => report({ kind: 'alive' }), aliveMs);
report({ kind: 'alive' });

// The job comes from our own code.
await read(workerData as ReadJob)
  .catch((thrown: unknown) =>
    report(
      thrown instanceof FileRefused
        ? { kind: 'refused', refused: sent(thrown) }
        : { kind: 'failed', message: thrown instanceof Error ? (thrown.stack ?? '') : String(thrown) },
    ),
  )
  .finally(() => clearInterval(alive));

async function read({ path, ...request }: ReadJob): Promise<void> {
  const source = await fileAt(path);
  try {
    const table = await openTable(source, request);
    report({ kind: 'opened', opened: table.opened });
    let taken: Promise<ToReader> = Promise.resolve('next');
    const refused = await table.rows(async (rows) => {
      const before = taken;
      taken = new Promise((resolve) => unanswered.push(resolve));
      report({ kind: 'rows', rows });
      // While these are taken, the next ones are read.
      return (await before) === 'next';
    });
    report({ kind: 'end', refused: refused && sent(refused) });
  } finally {
    await source.close();
  }
}

function sent({ code, part, row }: FileRefused): SentRefusal {
  return { code, part, row };
}
