import type { SourceAnswers } from '@bowerbird/catalog/merge-source';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import { saveEditSet } from '../products/history.ts';
import { asMerged, type Mergeable, mergeOf } from './mergeable.ts';
import { noRules } from './rules.ts';
import { only, writeConflict, writeMerged } from './write-merged.ts';

/** Decisions of one person, written as one edit set; their answers are stored with it, so that it can be undone. */
export class Decisions {
  readonly #ownerId: string;
  readonly #userId: string;
  #editSetId: string | null = null;

  constructor(ownerId: string, userId: string) {
    this.#ownerId = ownerId;
    this.#userId = userId;
  }

  /** Null while nothing was answered. */
  get editSetId(): string | null {
    return this.#editSetId;
  }

  /** Writes the answers to conflicts of locked products; unanswered ones stay open. */
  async write(db: OwnerDb, decided: readonly { row: Mergeable; answers: SourceAnswers }[]): Promise<number> {
    const ownerId = this.#ownerId;
    let answered = 0;
    for (const { row: present, answers } of decided) {
      const row = asMerged(present);
      const merged = mergeOf(row, noRules, answers);
      answered += Math.max(0, (row.conflict?.fields.length ?? 0) - merged.open.length);
      await writeMerged(db, ownerId, row, merged, () => this.#openEditSet(db));
      await writeConflict(db, ownerId, row, merged, row.conflict?.run_id ?? '');
    }
    await this.#keepAnswered(db, decided);
    return answered;
  }

  async #openEditSet(db: OwnerDb): Promise<string> {
    this.#editSetId ??= await saveEditSet(db, this.#ownerId, { kind: 'followed', userId: this.#userId });
    return this.#editSetId;
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
    const editSetId = await this.#openEditSet(db);
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
