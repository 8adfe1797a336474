import type { FaultGroup } from '@bowerbird/contract/files/fault-codes';
import type { listImportFaults } from '@bowerbird/contract/files/imports';
import type { Remedy, RemedyPreview } from '@bowerbird/contract/files/remedies';
import type { AnswerOf } from '@bowerbird/contract/route';
import { previewRemedy, RemedyTrial } from '@bowerbird/files/remedies/preview';
import { suggestRemedies } from '@bowerbird/files/remedies/suggest';
import { asOwner, type Db } from '../../db/database.ts';
import { getImportRow } from '../queries.ts';
import { rowsOf } from '../rows/stored-rows.ts';

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
    return { cells: 0, rowsDropped: 0, examples: [] };
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
    examples: shown.filter(({ before, after }) => before !== after),
  };
}

/** Counts what a remedy would change in all rows of a file, after those that are taken already. */
export async function tryRemedy(
  db: Db,
  ownerId: string,
  runId: string,
  remedy: Remedy,
): Promise<RemedyPreview> {
  const { opened, request } = await asOwner(db, ownerId, (owned) => getImportRow(owned, ownerId, runId));
  const header = opened?.header;
  if (!opened || !header) {
    return { cells: 0, rowsDropped: 0, examples: [] };
  }
  const trial = new RemedyTrial(header.cells, request.mapping.remedies, remedy);
  for await (const page of rowsOf(db, { ownerId, runId, opened })) {
    for (const row of page) {
      if (row.number > header.number) {
        trial.add(row);
      }
    }
  }
  return trial.preview;
}
