import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@bowerbird/contract/errors';
import { listExportTemplates } from '@bowerbird/contract/exports/templates';
import {
  ExportChoices,
  exportFormats,
  listExportFiles,
  startExport,
} from '@bowerbird/contract/products/export';
import type { ExportNotice } from '@bowerbird/files/formats/notices';
import { z } from 'zod/mini';
import { fileKey } from '../../export/files.ts';
import { type Command, type Given, inform, say, WrongUse } from '../command.ts';
import { filterUsage, readFilter } from '../product-filter.ts';
import { exitCodeOf, sentenceOf } from '../run-text.ts';
import { type Session, withSession } from '../session.ts';

export const exportProducts: Command = {
  usage: `export (--format FORMAT | --template NAME) [--kind csv|xlsx] [--column NAME ...] [--rows N] [--megabytes N]
       [--images address|file] [--ids] [--protect] [--whole] [--filter NAME=VALUE ...] --out FILE [--json] [--for EMAIL]

  --format FORMAT       ${exportFormats.join(', ')}
  --template NAME       a template of the team; what else is given here comes before it
  --kind csv|xlsx       instead of the kind that the platform imports
  --column NAME         only these columns, in this order
  --rows N              at most so many rows in a file; several files come as a ZIP
  --megabytes N         at most so many million bytes in a file
  --images address|file the products' images too, in a ZIP: with address, columns keep the links; with file, they name the
                        files in the ZIP
  --ids                 adds columns with our id, the source's id and the export, by which an edited file is known when it
                        comes back (import --as edit), whatever was edited; not for files that stores import
  --protect             disables formulas, for people who open the file; not for files that stores import
  --whole               one file, even if it is larger than the platform imports

${filterUsage}
  --out FILE            where to write it; - for standard output`,
  options: {
    format: { type: 'string' },
    template: { type: 'string' },
    megabytes: { type: 'string' },
    images: { type: 'string' },
    filter: { type: 'string', multiple: true },
    kind: { type: 'string' },
    column: { type: 'string', multiple: true },
    rows: { type: 'string' },
    ids: { type: 'boolean' },
    protect: { type: 'boolean' },
    whole: { type: 'boolean' },
    out: { type: 'string' },
  },

  run: (given) => {
    const how = choicesIn(given);
    const template = given.text('template');
    const out = given.needed('out', 'file');
    const filter = readFilter(given.list('filter'));
    return withSession(given, async (session) => {
      const base = template === undefined ? null : await findTemplate(session, template);
      const { runId } = await session.call(startExport, {
        body: { format: 'shopify', ...base, ...how, selection: { filter, except: [] } },
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
        inform(
          `${words[what as ExportNotice | 'images-missing'] ?? what}: ${products} (${titles.join(', ')}${more})`,
        );
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

/** Returns what is given about the files; of what is not given, nothing. Throws `WrongUse`. */
function choicesIn(given: Given): Partial<ExportChoices> {
  const columns = given.list('column');
  const rowsMax = given.whole('rows');
  const megabytes = given.whole('megabytes');
  const read = ExportChoicesGiven.safeParse({
    format: given.text('format'),
    kind: given.text('kind'),
    columns: columns.length > 0 ? columns : undefined,
    rowsMax,
    bytesMax: megabytes === undefined ? undefined : megabytes * 1_000_000,
    images: given.text('images'),
    idColumns: given.flag('ids') || undefined,
    protectFormulas: given.flag('protect') || undefined,
    whole: given.flag('whole') || undefined,
  });
  if (!read.success) {
    throw new WrongUse(takes[String(read.error.issues[0]?.path[0])] ?? 'A choice cannot be understood');
  }
  return Object.fromEntries(Object.entries(read.data).filter(([, value]) => value !== undefined));
}

const ExportChoicesGiven = z.partial(ExportChoices);
/** What is said of a choice that cannot be understood. */
const takes: Readonly<Record<string, string>> = {
  format: `--format takes ${exportFormats.join(', ')}`,
  kind: '--kind takes csv or xlsx',
  rowsMax: '--rows takes a number from 1 to 1,048,575',
  bytesMax: '--megabytes takes a number from 1 to 2,000',
  images: '--images takes address or file',
};

async function findTemplate(session: Session, name: string): Promise<ExportChoices> {
  const templates = await session.call(listExportTemplates);
  const found = templates.find((each) => each.name.toLowerCase() === name.trim().toLowerCase());
  if (!found) {
    const names = templates.map((each) => each.name).join(', ');
    throw new WrongUse(
      names === ''
        ? 'There are no export templates yet.'
        : `No template is called ${name}. There are: ${names}`,
    );
  }
  return found.choices;
}

/** What is reported about products in a file, or left out of it. */
const words: Readonly<Record<ExportNotice | 'images-missing', string>> = {
  'images-missing': 'With images that could not be fetched, listed in missing-images.csv',
  'no-price': 'Left out, as no variant has a price',
  'refused-by-importer': 'Left out, as the importer would refuse their rows',
  'text-over-spreadsheet': 'Left out, as a text is longer than a cell of a spreadsheet',
  'variants-without-price': 'Without their variants that have no price',
  'sku-twice': 'Without SKUs that an earlier product of the file has',
  'names-filled': 'With a title or handle that was blank filled in',
  'texts-cut': 'With texts cut that were too long',
  'options-put-right': 'With options put right',
  'combinations-set-apart': 'With a number behind the choice of variants that had the same',
  'ids-set-apart': 'With variants of the same id set apart',
  'images-added': 'With images of variants added to the product',
  'options-joined': 'With the options beyond the limit joined into the last',
  'images-over-limit': 'Without the images beyond the limit',
  'uploaded-images': 'Without uploaded images, which have no public address',
  'images-not-on-the-web': 'Without images that have no public address',
  'variants-over-limit': 'Without the variants beyond the limit',
  categories: 'Without categories',
  attributes: 'Without attributes',
  'price-tiers': 'Without price tiers',
  currency: 'Without the currency, as the file holds figures only',
  'tags-with-comma': 'With tags that hold a comma as several',
  'names-of-categories': 'Without parent categories, and with category names that hold a comma as several',
  handle: 'Without the URL handle, which the store makes',
  vendor: 'Without the vendor',
  'product-type': 'Without the product type',
  seo: 'Without SEO title and description',
  cost: 'Without the cost',
  barcode: 'Without barcodes',
  archived: 'With archived products as hidden ones',
  'image-texts': 'Without the texts of images',
  shipping: 'Without the note that nothing is shipped',
};

/** Writes to a temporary file in the same folder first, so that the target is never half a file. */
async function copy({ program }: Session, runId: string, out: string): Promise<void> {
  const file = await program.services.files.open(fileKey(runId));
  if (!file) {
    throw new AppError('export.file-gone', `the file of run ${runId} is not stored any more`);
  }
  const from = file.stream;
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
