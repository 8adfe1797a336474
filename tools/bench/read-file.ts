import { fileAt } from '../../packages/files/src/source/file-at.ts';
import { openTable } from '../../packages/files/src/source/open-table.ts';

/** Reads the first sheet of a file; prints the milliseconds, the most memory of this process in bytes, and the rows. */
const started = performance.now();
const source = await fileAt(process.argv[2] ?? '');
const file = await openTable(source);
let rows = 0;
const refused = await file.rows(0, (batch) => {
  rows += batch.length;
});
await source.close();
if (refused) {
  throw refused;
}
console.log(performance.now() - started, process.resourceUsage().maxRSS * 1024, rows);
