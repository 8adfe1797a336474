import { readFileSync, writeFileSync } from 'node:fs';
import { benchAtRest } from './at-rest.ts';
import { benchAttacks } from './attacks.ts';
import { benchCollect } from './collecting/collect.ts';
import { benchEdits } from './edits.ts';
import { benchExport } from './exporting/export.ts';
import { benchFelt } from './felt.ts';
import { benchFilePreview } from './file-preview.ts';
import { benchFiles } from './files.ts';
import { benchGrid } from './grid.ts';
import { benchImportMemory } from './importing/import-memory.ts';
import { benchImports } from './importing/imports.ts';
import { benchListingCost } from './listing/cost.ts';
import { benchListingCreate } from './listing/create.ts';
import { benchListing } from './listing/run.ts';
import { benchSideBySide } from './listing/side-by-side.ts';
import { benchStores } from './listing/stores.ts';
import { benchCollected } from './lists/collected-list.ts';
import { benchLists } from './lists/products-list.ts';
import { benchPlatforms } from './platforms.ts';
import { benchQueues } from './queues.ts';
import type { BenchRow } from './row.ts';
import { conditions, type MeasuredRow, mediansOf, tableOf, withMeasured } from './table.ts';

/**
 * `npm run bench [--
 * collect|collected|edits|export|listing|listing-cost|listing-create|stores|side-by-side|platforms|felt|files|file-preview|grid|imports|import-memory|lists|queues|attacks|at-rest]`:
 * measures each against its floor in the same run and prints a table. With `--all`, each three times: the table then has
 * the median of three with its spread, the machine, the date and the commit; `--write` puts each benchmark's into
 * `docs/benchmarks.md` as soon as it is measured, so that all can be measured in several sittings.
 */
const benches: Record<string, () => Promise<BenchRow[]>> = {
  collect: benchCollect,
  collected: benchCollected,
  edits: benchEdits,
  export: benchExport,
  listing: benchListing,
  'listing-cost': benchListingCost,
  'listing-create': benchListingCreate,
  stores: benchStores,
  'side-by-side': benchSideBySide,
  platforms: benchPlatforms,
  felt: benchFelt,
  files: benchFiles,
  'file-preview': benchFilePreview,
  grid: benchGrid,
  imports: benchImports,
  'import-memory': benchImportMemory,
  lists: benchLists,
  queues: benchQueues,
  attacks: benchAttacks,
  'at-rest': benchAtRest,
};
const repeats = 3;
const all = process.argv.includes('--all');
const requested = process.argv.slice(2).filter((each) => each !== '--all' && each !== '--write');
const unknown = requested.find((name) => !(name in benches));
if (unknown !== undefined) {
  console.error(`${unknown} is no benchmark. There are: ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}

const page = new URL('../../docs/benchmarks.md', import.meta.url);
const measured: MeasuredRow[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (requested.length === 0 || requested.includes(name)) {
    const turns: BenchRow[][] = [];
    for (let turn = 0; turn < (all ? repeats : 1); turn += 1) {
      console.error(`Measuring ${name}${all ? `, ${turn + 1} of ${repeats}` : ''} ...`);
      turns.push(await bench());
    }
    const rows = mediansOf(turns);
    measured.push(...rows);
    if (all) {
      // What was measured is not lost if a later benchmark fails.
      const text = `${conditions()}\n\n${tableOf(rows)}`;
      console.error(text);
      if (process.argv.includes('--write')) {
        writeFileSync(page, withMeasured(readFileSync(page, 'utf8'), name, text, Object.keys(benches)));
      }
    }
  }
}
console.log(tableOf(measured));
process.exit(0);
