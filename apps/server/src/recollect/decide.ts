import type { SourceAnswers } from '@bowerbird/catalog/merge/merge-source';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import { OpenEditSet } from '../products/history/edit-sets.ts';
import { asMerged, type Mergeable, mergeOf } from './mergeable.ts';
import { noRules } from './rules.ts';
import { only, writeConflict, writeMerged } from './write-merged.ts';

/** Decisions of one person, written as one edit set; their answers are stored with it, so that it can be undone. */
export class Decisions {
  readonly #ownerId: string;
  readonly #editSet: OpenEditSet;

  constructor(ownerId: string, userId: string) {
    this.#ownerId = ownerId;
    this.#editSet = OpenEditSet.of(ownerId, { kind: 'followed', userId });
  }

  /** Null while nothing was answered. */
  get editSetId(): string | null {
    return this.#editSet.id;
  }

  /** Writes the answers to conflicts of locked products; unanswered ones stay open. */
  async write(db: OwnerDb, decided: readonly { row: Mergeable; answers: SourceAnswers }[]): Promise<number> {
    const ownerId = this.#ownerId;
    const merges = decided.map(({ row: present, answers }) => {
      const row = asMerged(present);
      return { row, merged: mergeOf(row, noRules, answers) };
    });
    await writeMerged(db, ownerId, this.#editSet, merges);
    let answered = 0;
    for (const { row, merged } of merges) {
      answered += Math.max(0, (row.conflict?.fields.length ?? 0) - merged.open.length);
      await writeConflict(db, ownerId, row, merged, row.conflict?.run_id ?? '');
    }
    await this.#keepAnswered(db, decided);
    return answered;
  }

  async #keepAnswered(
    db: OwnerDb,
    decided: readonly { row: Mergeable; answers: SourceAnswers }[],
  ): Promise<void> {
    const answered = decided.flatMap(({ row: { id, conflict }, answers }) => {
      const fields = conflict?.fields.filter(({ key }) => answers[key] !== undefined) ?? [];
      return conflict && fields.length > 0 ? { id, conflict, fields } : [];
    });
    if (answered.length === 0) {
      return;
    }
    // Needed even where all of the merchant's values were kept: the conflicts can be restored.
    const editSetId = await this.#editSet.open(db);
    const rows = answered.map(({ id, conflict, fields }) => {
      const names = fields.flatMap((each) => each.fields);
      return {
        edit_set_id: editSetId,
        product_id: id,
        owner_id: this.#ownerId,
        run_id: conflict.run_id,
        collected_id: conflict.collected_id,
        fields: jsonText(fields),
        base: jsonText(only(conflict.base, names)),
        before: jsonText(only(conflict.before, names)),
        before_at: conflict.before_at,
      };
    });
    if (rows.length > 0) {
      await db.insertInto('merge_decided').values(rows).execute();
    }
  }
}
