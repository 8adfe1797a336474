import type { FaultGroup } from '@bowerbird/contract/files/fault-codes';
import type { listImportFaults } from '@bowerbird/contract/files/imports';
import type { Remedy, RemedyPreview } from '@bowerbird/contract/files/remedies';
import type { AnswerOf } from '@bowerbird/contract/route';
import { previewRemedy, RemedyTrial } from '@bowerbird/files/remedies/preview';
import { suggestRemedies } from '@bowerbird/files/remedies/suggest';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import type { Services } from '../../services/services.ts';
import { getImportRow, type ImportRow } from '../queries.ts';
import { unpackRows } from '../rows/pack-rows.ts';
import { findPage } from '../rows/stored-rows.ts';

type Suggested = AnswerOf<typeof listImportFaults>['items'][number]['remedies'];

/** Returns what would repair a group of errors that these remedies left, shown by the group's examples. */
export function suggested(group: FaultGroup, held: readonly Remedy[]): Suggested {
  const isHeld = new Set(held.map((remedy) => JSON.stringify(remedy)));
  return suggestRemedies(group).flatMap(([remedy, ...more]) =>
    remedy && !isHeld.has(JSON.stringify(remedy))
      ? [{ remedy, more, preview: previewOf(group, [remedy, ...more]) }]
      : [],
  );
}

function previewOf({ column, count, examples }: FaultGroup, steps: readonly Remedy[]): RemedyPreview {
  if (column === null) {
    return nothing;
  }
  const shown = examples.map(({ row, value }) => {
    const after = steps.reduce<string | null>((held, step) => {
      if (held === null) {
        return null;
      }
      const { rowsDropped, examples: changed } = previewRemedy(
        [column],
        [{ number: row, cells: [held], notes: [] }],
        [],
        step,
      );
      return rowsDropped > 0 ? null : (changed[0]?.after ?? held);
    }, value);
    return { row, column, before: value, after };
  });
  const isDropped = shown.length > 0 && shown.every(({ after }) => after === null);
  const changes = shown.some(({ before, after }) => before !== after);
  return {
    cells: changes && !isDropped ? count : 0,
    rowsDropped: isDropped ? count : 0,
    countedRows: null,
    examples: shown.filter(({ before, after }) => before !== after),
  };
}

const nothing: RemedyPreview = { cells: 0, rowsDropped: 0, countedRows: null, examples: [] };

/** Longest time for counting, in milliseconds: the call answers within a second. */
const countingMs = 500;

/**
 * Counts what a remedy would change in a file after those that are taken already. Where the file is too long to be counted
 * at once, the rows with errors of the remedy's column are among those that are.
 */
export async function tryRemedy(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  ownerId: string,
  runId: string,
  remedy: Remedy,
): Promise<RemedyPreview> {
  const { opened, request, pages } = await asOwner(db, ownerId, async (owned) => {
    const row = await getImportRow(owned, ownerId, runId);
    return { ...row, pages: await pagesToCount(owned, row, remedy) };
  });
  const header = opened?.header;
  if (!opened || !header) {
    return nothing;
  }
  const trial = new RemedyTrial(header.cells, request.mapping.remedies, remedy);
  const until = clock.monotonic() + countingMs;
  let rows = 0;
  for (const [at, page] of pages.entries()) {
    if (at > 0 && clock.monotonic() > until) {
      return { ...trial.preview, countedRows: rows };
    }
    const packed = await asOwner(db, ownerId, (owned) => findPage(owned, ownerId, runId, page));
    for (const row of packed === undefined ? [] : unpackRows(opened, packed)) {
      rows += 1;
      if (row.number > header.number) {
        trial.add(row);
      }
    }
  }
  return trial.preview;
}

/** Returns the pages of a file: first those with known errors of the column, unless rows are read below others. */
async function pagesToCount(
  db: OwnerDb,
  { owner_id: ownerId, run_id: runId, request }: ImportRow,
  remedy: Remedy,
): Promise<number[]> {
  const bounds = await db
    .selectFrom('import_page')
    .select(['page', 'first_row as first', 'last_row as last'])
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .orderBy('page')
    .execute();
  const inOrder = bounds.map(({ page }) => page);
  if ([...request.mapping.remedies, remedy].some(({ kind }) => kind === 'fill-down')) {
    return inOrder;
  }
  const groups = await db
    .selectFrom('import_fault')
    .select('examples')
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .$if(remedy.column !== null, (query) => query.where('column_name', '=', remedy.column))
    .orderBy('position')
    .limit(firstMax)
    .execute();
  const wrong = groups.flatMap(({ examples }) => examples.map(({ row }) => row));
  const first = bounds.filter((each) => wrong.some((row) => each.first <= row && row <= each.last));
  return [...new Set([...first.slice(0, firstMax).map(({ page }) => page), ...inOrder])];
}

/** Groups of errors whose rows are counted first, and pages of theirs. */
const firstMax = 20;
