import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import type { Product } from '@bowerbird/catalog/product';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';
import type { startImport } from '@bowerbird/contract/files/imports';
import type { BodyOf } from '@bowerbird/contract/route';
import { fileFormats } from '@bowerbird/files/formats/all';
import type pg from 'pg';
import { v7 } from 'uuid';
import { asOwner, type Db } from '../../../apps/server/src/db/database.ts';
import { writeImport } from '../../../apps/server/src/imports/start.ts';
import { insertProducts } from '../../../apps/server/src/products/write/insert.ts';
import { columnsOf } from '../../../apps/server/src/products/write/rows.ts';
import { partFilesIn } from '../../../apps/server/src/uploads/storing/parts-in-folder.ts';

export interface Stage {
  db: Db;
  client: pg.Client;
  databaseUrl: string;
  folder: string;
}

type Into = BodyOf<typeof startImport>['into'];

const count = 3000;
/** Kills while a file is checked, and while it is applied. */
const killsEach = 4;
const edit: Into = {
  as: 'edit',
  choices: { emptyCells: {}, otherVariants: 'leave', unmatched: 'create', conflicts: 'keep' },
};
const source: Into = { as: 'source', source: { name: 'Proof' }, whole: true };

/**
 * Imports a file for a merchant of its own, as a supplier's and as an edit by turns, with workers killed at any moment.
 * Every second product of an edit is the merchant's already; the others are created.
 */
export async function runRound(
  stage: Stage,
  round: number,
  most: number,
): Promise<{ kills: number; wrong: string[] }> {
  const { client, db } = stage;
  const ownerId = v7();
  await client.query(`insert into owner (id, name) values ($1, 'Proof')`, [ownerId]);
  const isEdit = round % 2 === 1;
  const listed = Array.from({ length: count }, (_, at) => madeAt(at, '12.50'));
  if (isEdit) {
    const own = listed.filter((_, at) => at % 2 === 0).map((_, at) => madeAt(2 * at, '9.90'));
    for (let from = 0; from < own.length; from += 500) {
      const rows = own
        .slice(from, from + 500)
        .map((each) => ({ id: v7(), columns: columnsOf(each), collectedId: null, collectRunId: null }));
      await asOwner(db, ownerId, (owned) => insertProducts(owned, ownerId, rows));
    }
  }
  const runId = await start(stage, ownerId, listed, isEdit ? edit : source);
  const checking = await killThrough(stage, ownerId, runId, Math.min(killsEach, most));
  const wrong = await judgeChecked(client, runId, isEdit);
  await client.query(`update import set state = 'applying' where run_id = $1 and state = 'checked'`, [runId]);
  await client.query(
    `update run set state = 'waiting', goes_on_at = null, done = 0, total = null, beginnings = 0 where id = $1`,
    [runId],
  );
  const applying = await killThrough(stage, ownerId, runId, Math.min(killsEach, most - checking));
  wrong.push(...(await (isEdit ? judgeEdit : judgeSource)(client, ownerId, runId)));
  return { kills: checking + applying, wrong };
}

/** Works on an import until it waits or ends, killing up to so many workers on the way. Returns how many were killed. */
async function killThrough(
  { client, databaseUrl, folder }: Stage,
  ownerId: string,
  runId: string,
  kills: number,
): Promise<number> {
  const stateOf = async () => {
    const { rows } = await client.query<{ state: string }>('select state from run where id = $1', [runId]);
    return rows[0]?.state ?? '';
  };
  let killed = 0;
  for (let tries = 0; tries < 40; tries += 1) {
    const worker = spawn(process.execPath, [join(import.meta.dirname, 'worker.ts'), ownerId, runId, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, DATABASE_URL: databaseUrl },
    });
    const gone = once(worker, 'exit') as Promise<[number | null, string | null]>;
    await Promise.race([once(createInterface(worker.stdout), 'line'), gone]);
    if (killed < kills) {
      await Promise.race([gone, setTimeout(20 + Math.random() * 700)]);
      worker.kill('SIGKILL');
    }
    const [, signal] = await gone;
    // What was being written is rolled back when the database notices that its client is gone.
    await setTimeout(60);
    if (signal === 'SIGKILL' && (await stateOf()) === 'running') {
      killed += 1;
      await client.query('update run set beginnings = 0 where id = $1', [runId]);
    } else if (signal === null) {
      return killed;
    }
  }
  throw new Error(`import ${runId} is still ${await stateOf()}`);
}

async function start(
  { db, client, folder }: Stage,
  ownerId: string,
  listed: readonly Product[],
  into: Into,
): Promise<string> {
  const sheet = fileFormats.shopify.sheet({ attributes: 0 });
  const lines = [sheet.header, ...listed.flatMap((each) => sheet.write(each).rows)].map((row) =>
    row.join(','),
  );
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  const fileId = v7();
  const path = partFilesIn(folder).pathOf(fileId);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  await client.query(
    `insert into import_file (id, owner_id, name, bytes, received, sha256) values ($1, $2, 'products.csv', $3, $3, 'x')`,
    [fileId, ownerId, bytes.length],
  );
  const products = { by: 'format', format: 'shopify' } as const;
  const run = await asOwner(db, ownerId, (owned) =>
    writeImport(
      owned,
      { ownerId, userId: null },
      {
        fileId,
        dialect: { encoding: null, separator: null },
        mapping: { version: 1, sheet: null, headerRow: null, products, remedies: [] },
        key: 'handle',
        into,
      },
    ),
  );
  return run.id;
}

async function judgeChecked(client: pg.Client, runId: string, isEdit: boolean): Promise<string[]> {
  const { rows } = await client.query<Record<string, number>>(
    `select (select rows from import where run_id = $1) as rows,
      (select sum(last_row - first_row + 1)::integer from import_page where run_id = $1) as stored,
      (select count(*)::integer from import_item where run_id = $1) as items,
      (select count(distinct key)::integer from import_item where run_id = $1) as keys,
      (select count(*)::integer from import_item where run_id = $1 and in_group in ('new', 'changed')) as matched`,
    [runId],
  );
  const matched = isEdit ? count / 2 : count;
  return differences(rows[0], { rows: count + 1, stored: count + 1, items: count, keys: count, matched });
}

async function judgeSource(client: pg.Client, ownerId: string, runId: string): Promise<string[]> {
  const { rows } = await client.query<Record<string, number>>(
    `select (select count(*)::integer from collected where owner_id = $1) as collected,
      (select count(distinct source_id)::integer from collected where owner_id = $1) as keys,
      (select count(*)::integer from collected where owner_id = $1 and times_seen > 1) as twice,
      (select count(*)::integer from collected_version where owner_id = $1) as versions,
      (select sum(got)::integer from collect_batch where run_id = $2) as counted,
      (select got from collect_run where run_id = $2) as got,
      (select count(*)::integer from import where run_id = $2 and state = 'applied') as applied`,
    [ownerId, runId],
  );
  return differences(rows[0], {
    collected: count,
    keys: count,
    twice: 0,
    versions: 0,
    counted: count,
    got: count,
    applied: 1,
  });
}

async function judgeEdit(client: pg.Client, ownerId: string, runId: string): Promise<string[]> {
  const { rows } = await client.query<Record<string, number>>(
    `select (select count(*)::integer from product where owner_id = $1) as products,
      (select count(distinct handle)::integer from product where owner_id = $1) as handles,
      (select count(*)::integer from product where owner_id = $1 and price = 12.50) as priced,
      (select count(*)::integer from product where owner_id = $1 and revision = 2) as edited,
      (select count(*)::integer from product where owner_id = $1 and revision > 2) as twice,
      (select count(*)::integer from product_change where owner_id = $1) as records,
      (select count(*)::integer from edit_set where run_id = $2) as sets,
      (select count(*)::integer from import where run_id = $2 and state = 'applied') as applied`,
    [ownerId, runId],
  );
  return differences(rows[0], {
    products: count,
    handles: count,
    priced: count,
    edited: count / 2,
    twice: 0,
    records: count,
    sets: 1,
    applied: 1,
  });
}

function differences(found: Record<string, number> | undefined, wanted: Record<string, number>): string[] {
  return Object.entries(wanted).flatMap(([name, number]) =>
    found?.[name] === number ? [] : [`${name}: ${found?.[name]}, not ${number}`],
  );
}

function madeAt(at: number, price: string): Product {
  return productWith({
    title: `Mug ${at}`,
    handle: `mug-${at}`,
    vendor: 'Glade',
    variants: [variantWith({ sku: `M-${at}`, price })],
  });
}
