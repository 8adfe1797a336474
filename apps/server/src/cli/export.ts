import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@bowerbird/contract/errors';
import { ExportFormat, listExportFiles, startExport } from '@bowerbird/contract/products/export';
import { z } from 'zod';
import { filePath } from '../export/files.ts';
import { type Command, inform, say, WrongUse } from './command.ts';
import { filterUsage, readFilter } from './product-filter.ts';
import { exitCodeOf, sentenceOf } from './run-text.ts';
import { type Session, withSession } from './session.ts';

export const exportProducts: Command = {
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
      const { runId } = await session.call(startExport, {
        body: { format: format.data, selection: { filter, except: [] } },
      });
      const run = await session.wait(runId);
      if (run.state !== 'complete') {
        inform(run.fault ? sentenceOf(run.fault) : `The export is ${run.state}.`);
        return exitCodeOf(run);
      }
      const { items } = await session.call(listExportFiles, { query: { limit: '50' } });
      const file = items.find((each) => each.runId === runId);
      if (!file) {
        throw new AppError('export.file-gone', `run ${runId} left no file`);
      }
      await copy(session, runId, out);
      for (const { what, products, titles } of file.notices) {
        const more = products > titles.length ? ', …' : '';
        inform(`${words[what] ?? what}: ${products} (${titles.join(', ')}${more})`);
      }
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
                notices: file.notices,
              })
            : `${out}: ${file.products} products, ${file.rows} rows`,
        );
      }
      return exitCodeOf(run);
    });
  },
};

/** What is reported about products in a file, or left out of it. */
const words: Readonly<Record<string, string>> = {
  'no-price': 'Left out, as no variant has a price',
  'refused-by-importer': 'Left out, as the importer would refuse their rows',
  'variants-without-price': 'Without their variants that have no price',
  'names-filled': 'With a title or handle that was blank filled in',
  'texts-cut': 'With texts cut that were too long',
  'options-put-right': 'With options put right',
  'combinations-set-apart': 'With a number behind the choice of variants that had the same',
  'ids-set-apart': 'With variants of the same id set apart',
  'images-added': 'With images of variants added to the product',
  'options-joined': 'With the options after the second joined into one',
  'images-over-250': 'Without the images after the 250th',
  'uploaded-images': 'Without uploaded images, which have no public address',
  'images-not-on-the-web': 'Without images that have no public address',
  'variants-over-2048': 'Without the variants after the 2,048th',
  categories: 'Without categories',
  attributes: 'Without attributes',
  'price-tiers': 'Without price tiers',
  currency: 'Without the currency, as the file holds figures only',
  'tags-with-comma': 'With tags that hold a comma as several',
};

/** Writes to a temporary file in the same folder first, so that the target is never half a file. */
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
