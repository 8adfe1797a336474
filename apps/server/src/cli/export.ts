import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@bowerbird/contract/errors';
import { ExportFormat, listExportFiles, startExport } from '@bowerbird/contract/export';
import { z } from 'zod';
import { filePath } from '../export/files.ts';
import { type Command, say, tell, WrongUse } from './command.ts';
import { filterUsage, readFilter } from './product-filter.ts';
import { exitCodeOf, sentenceOf } from './run-words.ts';
import { type Session, withSession } from './session.ts';

export const exportGoods: Command = {
  name: 'export',
  summary: 'Writes products to a goods CSV.',
  usage: `export --format shopify|shopify-new [--filter NAME=VALUE ...] --out FILE [--json] [--as EMAIL]

${filterUsage}
  --out FILE            where to write it; - for standard output`,
  options: {
    format: { type: 'string' },
    filter: { type: 'string', multiple: true },
    out: { type: 'string' },
  },

  run: (given) => {
    const format = z.safeParse(ExportFormat, given.text('format') ?? 'shopify');
    if (!format.success) {
      throw new WrongUse('--format takes shopify or shopify-new');
    }
    const out = given.needed('out', 'file');
    const filter = readFilter(given.list('filter'));
    return withSession(given, async (session) => {
      const { runId } = await session.ask(startExport, {
        body: { format: format.data, selection: { filter, except: [] } },
      });
      const run = await session.wait(runId);
      if (run.state !== 'complete') {
        tell(run.fault ? sentenceOf(run.fault) : `The export is ${run.state}.`);
        return exitCodeOf(run);
      }
      const { items } = await session.ask(listExportFiles, { query: { limit: '50' } });
      const file = items.find((each) => each.runId === runId);
      if (!file) {
        throw new AppError('export.file-gone', `run ${runId} left no file`);
      }
      await copy(session, runId, out);
      if (out !== '-') {
        say(
          given.flag('json')
            ? JSON.stringify({
                runId,
                file: out,
                products: file.products,
                rows: file.rows,
                bytes: file.bytes,
                sha256: file.sha256,
              })
            : `${out}: ${file.products} products, ${file.rows} rows`,
        );
      }
      return exitCodeOf(run);
    });
  },
};

/** Written beside its place first, so that what stands there is never half a file. */
async function copy({ program }: Session, runId: string, out: string): Promise<void> {
  const from = createReadStream(filePath(program.services.config.dataFolder, runId));
  if (out === '-') {
    await pipeline(from, process.stdout, { end: false });
    return;
  }
  const unfinished = `${out}.part`;
  try {
    await pipeline(from, createWriteStream(unfinished));
    await rename(unfinished, out);
  } catch (thrown) {
    await rm(unfinished, { force: true });
    throw new WrongUse(
      `${out} cannot be written: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    );
  }
}
