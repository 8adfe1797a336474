import { benchAtRest } from './at-rest.ts';
import { benchAttacks } from './attacks.ts';
import { benchCollect } from './collecting/collect.ts';
import { benchEdits } from './edits.ts';
import { benchExport } from './export.ts';
import { benchFelt } from './felt.ts';
import { benchFilePreview } from './file-preview.ts';
import { benchFiles } from './files.ts';
import { benchGrid } from './grid.ts';
import { benchImportMemory } from './import-memory.ts';
import { benchImports } from './imports.ts';
import { benchListingCost } from './listing/cost.ts';
import { benchListingCreate } from './listing/create.ts';
import { benchListing } from './listing/run.ts';
import { benchSideBySide } from './listing/side-by-side.ts';
import { benchStores } from './listing/stores.ts';
import { benchLists } from './lists.ts';
import { benchPlatforms } from './platforms.ts';
import { benchQueues } from './queues.ts';
import type { BenchRow } from './row.ts';

/**
 * `npm run bench [--
 * collect|edits|export|listing|listing-cost|listing-create|stores|side-by-side|platforms|felt|files|file-preview|grid|imports|import-memory|lists|queues|attacks|at-rest]`:
 * measures each against its floor in the same run and prints a table.
 */
const benches: Record<string, () => Promise<BenchRow[]>> = {
  collect: benchCollect,
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
const requested = process.argv.slice(2);
const unknown = requested.find((name) => !(name in benches));
if (unknown !== undefined) {
  console.error(`${unknown} is no benchmark. There are: ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}

const rows: BenchRow[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (requested.length === 0 || requested.includes(name)) {
    console.error(`Measuring ${name} ...`);
    rows.push(...(await bench()));
  }
}
console.log('| What | Ours | Floor | Ratio | Aim |');
console.log('|---|---|---|---|---|');
for (const { what, ours, floor, ratio, aim } of rows) {
  console.log(`| ${what} | ${ours} | ${floor} | ${ratio.toFixed(3)} | ${aim} |`);
}
process.exit(0);
