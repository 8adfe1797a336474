import { describeChange } from '@bowerbird/catalog/change/describe';
import { valueAt } from '@bowerbird/catalog/change/value';
import { numberedSnapshot } from '@bowerbird/catalog/merge/merge-source';
import { isSame } from '@bowerbird/catalog/merge/same';
import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type {
  getProductProvenance,
  Provenance,
  ProvenanceKind,
} from '@bowerbird/contract/products/provenance';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { claimedFrom, cleanSnapshot } from '../products/claim/claim.ts';
import { findHistory, type RecordedChange } from '../products/history/history.ts';
import { writersOf } from '../products/history/origins.ts';
import { findMergeable, type Mergeable } from '../recollect/mergeable.ts';
import { findEditedInFiles, findInFile, type InFile } from './from-file.ts';

const kindOf = {
  claimed: 'claim',
  created: 'created',
  edited: 'person',
  undone: 'person',
  followed: 'source',
  store: 'store',
  ruled: 'rule',
  imported: 'file',
} as const satisfies Record<RecordedChange['kind'], ProvenanceKind>;

/** Returns where every value of a product comes from; throws `not-found`. */
export async function findProvenance(
  db: OwnerDb,
  ownerId: string,
  id: string,
): Promise<AnswerOf<typeof getProductProvenance>> {
  const row = await db
    .selectFrom('product')
    .select(['revision', 'content', 'created_at'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `product ${id}`);
  }
  const product = Product.parse(row.content);
  const history = (await findHistory(db, ownerId, id)).toReversed();
  const [merged] = await findMergeable(db, ownerId, [id]);
  const url = merged?.collected.url ?? product.source?.url ?? null;
  const made = madeBy(history[0], { createdAt: row.created_at, url, readAt: merged?.merged.at ?? null });
  const cells = new Map(
    [...writersOf(product, history)].map(([path, change]) => [path, writtenBy(change, url)]),
  );
  if (merged) {
    addFile(await findInFile(db, ownerId, merged), { cells, made });
    await addRules(db, ownerId, merged, { cells, made });
  }
  await addFilesOfEdits(db, ownerId, id, cells);
  return { revision: row.revision, made, cells: Object.fromEntries(cells) };
}

/** Says of each value that came with a supplier's file where it stands there. */
function addFile(
  inFile: InFile,
  { cells, made }: { cells: Map<string, Provenance>; made: Provenance },
): void {
  for (const [path, file] of inFile) {
    const written = cells.get(path) ?? made;
    if (written.from === 'source') {
      cells.set(path, { ...written, from: 'file', file });
    }
  }
}

/** Says of each value that an import wrote as an edit where it stands in its file. */
async function addFilesOfEdits(
  db: OwnerDb,
  ownerId: string,
  productId: string,
  cells: Map<string, Provenance>,
): Promise<void> {
  const written = [...cells].filter(([, { from, file }]) => from === 'file' && file === undefined);
  const runIds = [...new Set(written.flatMap(([, { runId }]) => runId ?? []))];
  const files = await findEditedInFiles(db, ownerId, productId, runIds);
  for (const [path, each] of written) {
    const file = files.get(each.runId ?? '')?.get(path);
    if (file) {
      cells.set(path, { ...each, file });
    }
  }
}

function madeBy(
  first: RecordedChange | undefined,
  { createdAt, url, readAt }: { createdAt: Date; url: string | null; readAt: Date | null },
): Provenance {
  const isCreated = first?.kind === 'created';
  const at = !isCreated && readAt !== null && readAt < createdAt ? readAt : createdAt;
  return {
    from: isCreated ? 'created' : 'source',
    at: at.toISOString(),
    by: first?.by ?? null,
    changeId: null,
    runId: first?.runId ?? null,
    ...(!isCreated && { url }),
  };
}

function writtenBy({ id, kind, at, by, runId, rule, store }: RecordedChange, url: string | null): Provenance {
  return {
    from: kindOf[kind],
    at,
    by,
    changeId: id,
    runId: runId ?? null,
    ...(kind === 'followed' && { url }),
    ...(rule && { rule }),
    ...(store !== undefined && { store }),
  };
}

/**
 * Adds what the product's rules do: a value that they made of its source is theirs, whoever wrote it, and one that
 * someone set instead says so.
 */
async function addRules(
  db: OwnerDb,
  ownerId: string,
  { product, merged, known, edits, rules }: Mergeable,
  { cells, made }: { cells: Map<string, Provenance>; made: Provenance },
): Promise<void> {
  if (rules.length === 0 || merged.content === null) {
    return;
  }
  const named = await findNames(
    db,
    ownerId,
    rules.map(({ id }) => id),
  );
  const snapshot = numberedSnapshot(cleanSnapshot(merged.content), known);
  let before = claimedFrom(snapshot, edits, []).product;
  const plain = before;
  const makers = new Map<string, Provenance['rule']>();
  rules.forEach(({ id }, at) => {
    const after = claimedFrom(snapshot, edits, rules.slice(0, at + 1)).product;
    for (const { path } of describeChange(before, after)) {
      makers.set(path, named.get(id));
    }
    before = after;
  });
  for (const { path, before: sourceValue, after: ruled } of describeChange(plain, before)) {
    const rule = makers.get(path);
    const written = cells.get(path);
    if (rule === undefined) {
      continue;
    }
    if (isSame(valueAt(product, path), ruled)) {
      cells.set(path, { ...(written ?? made), from: 'rule', rule, sourceValue });
    } else if (written !== undefined && written.from !== 'source' && written.from !== 'rule') {
      cells.set(path, { ...written, underRule: { ...rule, ruled } });
    }
  }
}

async function findNames(
  db: OwnerDb,
  ownerId: string,
  attachmentIds: readonly string[],
): Promise<Map<string, NonNullable<Provenance['rule']>>> {
  const rows = await db
    .selectFrom('rule_attachment as attachment')
    .innerJoin('edit_rule', 'edit_rule.id', 'attachment.rule_id')
    .select(['attachment.id', 'edit_rule.id as rule_id', 'edit_rule.name', 'attachment.version'])
    .where('attachment.owner_id', '=', ownerId)
    .where(sql<boolean>`attachment.id = any(${attachmentIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, rule_id, name, version }) => [id, { id: rule_id, name, version }]));
}
