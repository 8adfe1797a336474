import { readFileSync, writeFileSync } from 'node:fs';
import { points } from './points.ts';
import { withTable } from './table.ts';

/** Writes the table of points and tests into `docs/proofs.md`. */
const document = new URL('../../../docs/proofs.md', import.meta.url);
writeFileSync(document, withTable(readFileSync(document, 'utf8'), points));
