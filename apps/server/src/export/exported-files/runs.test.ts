import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { mug, ownProducts } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import { changeRun, createRun } from '../../runs/runs.ts';
import { all, exportBench, samples } from '../testing/export-bench.ts';

const { db } = await testDatabase();
const { exportsFolder, woken, merchant, post, start, work, run, filesOf } = await exportBench(db);

describe('an export run', () => {
  it('with nothing selected is not begun', async () => {
    const ann = await merchant();

    const answer = await post(ann, '/exports', { format: 'shopify', selection: all });

    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'export.nothing' });
  });

  it('begun is woken with its number of products', async () => {
    const ann = await merchant();
    await ownProducts(db, ann.ownerId, [mug, mug]);

    const runId = await start(ann);

    expect(woken).toContain(runId);
    expect(await run(ann, runId)).toMatchObject({
      total: 2,
      kind: 'export',
    });
  });

  it('stopped by the server leaves nothing behind, and started again makes the whole file', {
    tags: ['slow'],
  }, async () => {
    const ann = await merchant();
    await ownProducts(db, ann.ownerId, samples(450));
    const runId = await start(ann);
    // An old file left by a try that was killed.
    mkdirSync(exportsFolder, { recursive: true });
    const orphan = join(exportsFolder, `${runId}.0badbeef.part`);
    writeFileSync(orphan, 'half');
    utimesSync(orphan, 1, 1);

    await expect(work(ann, runId, AbortSignal.abort(new Error('The server is stopping.')))).rejects.toThrow();
    const between = readdirSync(exportsFolder).filter((name) => name.startsWith(runId));
    await work(ann, runId);

    expect(between).toEqual([]);
    expect(readdirSync(exportsFolder).filter((name) => name.startsWith(runId))).toEqual([`${runId}.csv`]);
    expect(await filesOf(ann)).toMatchObject([{ runId, products: 450 }]);
  });

  it('that was cancelled makes no file', async () => {
    const ann = await merchant();
    await ownProducts(db, ann.ownerId, [mug]);
    const runId = await start(ann);
    await asOwner(db, ann.ownerId, (owned) => changeRun(owned, ann.ownerId, runId, { wanted: 'cancel' }));

    await work(ann, runId);

    expect(await filesOf(ann)).toEqual([]);
    expect(await run(ann, runId)).toMatchObject({
      state: 'cancelled',
    });
  });

  it('delivered twice keeps one file under one id', async () => {
    const ann = await merchant();
    await ownProducts(db, ann.ownerId, [mug]);
    const request = { format: 'shopify', selection: all };
    const runId = await asOwner(db, ann.ownerId, (owned) =>
      createRun(owned, ann.ownerId, { kind: 'export', title: 'x.csv', request, createdBy: null }),
    );

    await Promise.all([work(ann, runId), work(ann, runId)]);

    expect(await filesOf(ann)).toHaveLength(1);
  });
});
