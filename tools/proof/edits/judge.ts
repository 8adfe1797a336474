import { applyCells } from '@bowerbird/catalog/change/apply';
import type { Cell } from '@bowerbird/catalog/change/cell';
import { valueAt } from '@bowerbird/catalog/change/value';
import { isSame } from '@bowerbird/catalog/merge/same';
import { multiplyPrice, roundPrice } from '@bowerbird/catalog/pricing/price';
import type { Product } from '@bowerbird/catalog/product';
import type pg from 'pg';

interface Record {
  product_id: string;
  run_id: string | null;
  kind: string;
  revision: number;
  cells: Cell[];
}

/** Everything about the products of one merchant that the judge compares. */
export interface Evidence {
  products: Map<string, { revision: number; content: Product }>;
  records: Map<string, Record[]>;
}

export async function evidenceOf(client: pg.Client, ownerId: string): Promise<Evidence> {
  const products = await client.query<{ id: string; revision: number; content: Product }>(
    'select id, revision, content from product where owner_id = $1',
    [ownerId],
  );
  const records = await client.query<Record>(
    `select product_id, edit_set.run_id, edit_set.kind, revision, cells
     from product_change join edit_set on edit_set.id = edit_set_id
     where product_change.owner_id = $1 order by revision`,
    [ownerId],
  );
  return {
    products: new Map(products.rows.map((row) => [row.id, row])),
    records: Map.groupBy(records.rows, ({ product_id }) => product_id),
  };
}

/** What each product of a run was when it was fixed, and what the run reported. */
export async function reportOf(client: pg.Client, runId: string) {
  const { rows } = await client.query<{ id: string; revision: number; outcome: string | null }>(
    `select item.id, item.revision, item.outcome from run_page
     cross join unnest(ids, revisions, coalesce(outcomes, array_fill(null::text, array[cardinality(ids)])))
       as item (id, revision, outcome)
     where run_id = $1 order by item.id`,
    [runId],
  );
  return rows;
}

/**
 * Nothing is lost and nothing half done: the records of each product, applied one after the other to what it was first,
 * each finding the values that it says were there, give what it is now; and each revision has its record.
 */
export function judgeHistory(first: Evidence, now: Evidence): string[] {
  const wrong: string[] = [];
  for (const [id, { revision, content }] of now.products) {
    let replayed = first.products.get(id)?.content;
    if (!replayed) {
      continue;
    }
    const since = (now.records.get(id) ?? []).filter(
      (each) => each.revision > (first.products.get(id)?.revision ?? 1),
    );
    for (const { cells, kind, revision: at } of since) {
      const lost = cells.find(
        ({ path, before }) => !isSame(valueAt(replayed as Product, path) ?? undefined, before ?? undefined),
      );
      if (lost) {
        wrong.push(
          `${id}: ${kind} at ${at} found ${JSON.stringify(lost.before)} in ${lost.path}, which was ${JSON.stringify(valueAt(replayed, lost.path))}: lost`,
        );
        break;
      }
      replayed = applyCells(replayed, cells);
    }
    if (!isSame({ ...replayed, source: null }, { ...content, source: null })) {
      wrong.push(`${id}: its records do not give what it is: lost or half`);
    }
    const revisions = since.map((each) => each.revision);
    if (revisions.at(-1) !== undefined && revisions.at(-1) !== revision) {
      wrong.push(`${id}: at revision ${revision}, its last record is of ${revisions.at(-1)}`);
    }
    if (revision - (first.products.get(id)?.revision ?? 1) !== revisions.length) {
      wrong.push(
        `${id}: ${revisions.length} records for revisions up to ${revision}: one is lost or applied twice`,
      );
    }
  }
  return wrong;
}

/** Each product of a bulk edit has its price times 1.3 once, and is reported as what it was. */
export async function judgeEdit(
  client: pg.Client,
  runId: string,
  now: Evidence,
  sample: ReadonlyMap<string, { revision: number; cells: Cell[] }>,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id, revision, outcome } of await reportOf(client, runId)) {
    const written = (now.records.get(id) ?? []).filter((each) => each.run_id === runId);
    const [record] = written;
    if (written.length !== 1 || !record) {
      wrong.push(`${id}: ${written.length} records of the edit, reported as ${outcome}`);
      continue;
    }
    const expected = record.revision - 1 === revision ? 'changed' : 'changed-since';
    if (outcome !== expected) {
      wrong.push(`${id}: confirmed at ${revision}, written as ${record.revision}, reported as ${outcome}`);
    }
    for (const { path, before, after } of record.cells) {
      if (path.endsWith('/price') && after !== dearer(String(before))) {
        wrong.push(`${id}: ${path} from ${before} to ${after}`);
      }
    }
    if (record.cells.filter(({ path }) => path.endsWith('/price')).length !== 3) {
      wrong.push(`${id}: not all of its prices were changed: half`);
    }
    const shown = sample.get(id);
    if (shown && shown.revision === record.revision - 1 && !isSame(shown.cells, record.cells)) {
      wrong.push(`${id}: its preview is not its outcome`);
    }
  }
  return wrong;
}

/** Undo is the inverse: what the edit wrote has its value from before, unless somebody changed it since. */
export async function judgeUndo(
  client: pg.Client,
  runId: string,
  editRunId: string,
  now: Evidence,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id, outcome } of await reportOf(client, runId)) {
    const records = now.records.get(id) ?? [];
    const edit = records.find((each) => each.run_id === editRunId);
    const undo = records.filter((each) => each.run_id === runId);
    if (!edit || undo.length > 1) {
      wrong.push(`${id}: ${undo.length} records of the undo`);
      continue;
    }
    const later = new Set(
      records
        .filter(
          ({ revision }) =>
            revision > edit.revision && revision < (undo[0]?.revision ?? Number.MAX_SAFE_INTEGER),
        )
        .flatMap(({ cells }) => cells.map(({ path }) => path)),
    );
    const back = new Map((undo[0]?.cells ?? []).map((cell) => [cell.path, cell]));
    const open = edit.cells.filter(({ path }) => !later.has(path));
    const missing = open.find(({ path, before, after }) => {
      const cell = back.get(path);
      return !cell || !isSame(cell.after, before) || !isSame(cell.before, after);
    });
    if (missing) {
      wrong.push(`${id}: ${missing.path} is not back as it was (${outcome})`);
    }
  }
  return wrong;
}

/** A rule gives each product the price of its snapshot times 1.3, and takes it back. */
export async function judgeRule(
  client: pg.Client,
  runId: string,
  now: Evidence,
  sources: ReadonlyMap<string, Product>,
  isOn: boolean,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id, outcome } of await reportOf(client, runId)) {
    const [source, product] = [sources.get(id), now.products.get(id)?.content];
    const prices = source?.variants.map(({ price }) => (isOn ? dearer(price ?? '') : price));
    if (
      outcome !== 'changed' ||
      !isSame(
        prices,
        product?.variants.map(({ price }) => price),
      )
    ) {
      wrong.push(`${id}: ${outcome}, ${product?.variants.map(({ price }) => price)} of ${prices}`);
    }
    const written = (now.records.get(id) ?? []).filter((each) => each.run_id === runId);
    if (written.length !== 1) {
      wrong.push(`${id}: ${written.length} records of the rule`);
    }
  }
  const { rows } = await client.query<{ id: string }>(
    `select id from product where id = any($1::uuid[]) and (cardinality(rules) = 1) is distinct from $2`,
    [[...sources.keys()], isOn],
  );
  return wrong.concat(rows.map(({ id }) => `${id}: the rule is ${isOn ? 'not ' : ''}attached`));
}

function dearer(price: string): string {
  return roundPrice(multiplyPrice(price, '1.3'), 2);
}
