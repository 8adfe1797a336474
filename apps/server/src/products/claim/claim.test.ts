import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { collectedProducts, mug, testPerson, variant } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import type { Call } from '../../http/serve.ts';
import { findPriceGuard } from '../../rules/price-guard.ts';
import { changeRun, createRun, getRun } from '../../runs/runs.ts';
import { realClock } from '../../time/clock.ts';
import { OpenEditSet } from '../history/edit-sets.ts';
import { listProducts } from '../list/list.ts';
import { editProduct, getProduct } from '../list/queries.ts';
import { claimCollected, sampleClaim, undoClaim } from './claim.ts';
import { claimJob } from './claim-job.ts';
import { findClaimUndo, undoClaimRun } from './undo-claim-run.ts';

const { db } = await testDatabase();
const ann = await testOwner(db);
const annie = await testPerson(db, ann, 'Annie');
const renamed = [{ kind: 'replace-in-title' as const, find: 'Blue', replaceWith: 'Red', ignoreCase: false }];

const claim = (collectedIds: string[], edits: typeof renamed = [], ownerId = ann) =>
  asOwner(db, ownerId, (owned) => claimCollected(owned, ownerId, { collectedIds, edits, userId: annie }));

describe('claiming', () => {
  it('creates products of ours, with the edits applied on the way in and shown as such', async () => {
    const ids = await collectedProducts(db, ann, [mug, mug]);

    const { claimed, productIds } = await claim(ids, renamed);

    const detail = await asOwner(db, ann, (owned) => getProduct(owned, ann, productIds[0] ?? ''));
    expect([claimed, productIds.length]).toEqual([2, 2]);
    expect(detail).toMatchObject({ collectedId: ids[0], product: { title: 'Red mug', source: mug.source } });
    expect(detail.origins.find(({ field }) => field === 'title')).toMatchObject({
      from: 'rule',
      by: 'Annie',
    });
    expect(detail.origins.find(({ field }) => field === 'vendor')).toMatchObject({ from: 'source' });
  });

  it('twice gives the same product, not a second one', async () => {
    const ids = await collectedProducts(db, ann, [mug]);

    const first = await claim(ids);
    const [again, atOnce] = await Promise.all([claim(ids), claim(ids)]);

    expect(again).toEqual({ claimed: 0, alreadyClaimed: 1, repaired: 0, productIds: first.productIds });
    expect(atOnce).toEqual(again);
  });

  it('by two people at the same moment gives one product', async () => {
    const ids = await collectedProducts(db, ann, [mug, mug, mug]);

    const both = await Promise.all([claim(ids), claim(ids.toReversed())]);

    expect(both.map(({ claimed }) => claimed).toSorted()).toEqual([0, 3]);
    expect(both[0]?.productIds.toSorted()).toEqual(both[1]?.productIds.toSorted());
  });

  it('repairs what is not sound, says so, and shows in the history what it changed', async () => {
    const options = [{ name: 'Size', values: ['S'] }];
    const variants = ['a', 'b'].map((id) => variant({ id, optionValues: ['S'] }));
    const ids = await collectedProducts(db, ann, [mug, { ...mug, options, variants }]);

    const { repaired, productIds } = await claim(ids);

    const detail = await asOwner(db, ann, (owned) => getProduct(owned, ann, productIds[1] ?? ''));
    expect(repaired).toBe(1);
    expect(detail.product.variants.map(({ optionValues }) => optionValues)).toEqual([['S'], ['S (2)']]);
    expect(detail.origins.find(({ field }) => field === 'options')).toMatchObject({ from: 'rule' });
  });

  it('makes a hostile description harmless [asvs 1.3.1]', async () => {
    const ids = await collectedProducts(db, ann, [
      { ...mug, descriptionHtml: '<p onclick="x">a</p><script>b</script>' },
    ]);

    const { productIds } = await claim(ids);

    const { product, origins } = await asOwner(db, ann, (owned) =>
      getProduct(owned, ann, productIds[0] ?? ''),
    );
    expect(product.descriptionHtml).toBe('<p>a</p>');
    expect(origins.find(({ field }) => field === 'descriptionHtml')).toMatchObject({ from: 'source' });
  });

  it('takes whatever a source may write', async () => {
    const strange = {
      ...mug,
      title: '\u0000🫖'.repeat(300),
      tags: ['标签'.repeat(20_000), '', ' '],
      categories: [[]],
      variants: [
        variant({
          price: '999999999999.9999',
          cost: '0',
          stock: Number.MAX_SAFE_INTEGER,
          sku: 'x'.repeat(9000),
        }),
      ],
      descriptionHtml: '<p>'.repeat(50_000),
    };
    const ids = await collectedProducts(db, ann, [strange]);

    expect(await claim(ids)).toMatchObject({ claimed: 1 });
  });

  it("does nothing with another merchant's collected products", async () => {
    const ids = await collectedProducts(db, ann, [mug]);
    const ben = await testOwner(db);

    expect(await claim(ids, [], ben)).toEqual({ claimed: 0, alreadyClaimed: 0, repaired: 0, productIds: [] });
  });

  it('shows beforehand what it would make, and writes nothing', async () => {
    const ids = await collectedProducts(db, ann, [mug]);

    const sample = await asOwner(db, ann, (owned) => sampleClaim(owned, ann, ids, renamed));

    expect(sample).toMatchObject([
      { title: { before: 'Blue mug', after: 'Red mug' }, price: { before: '19.90' } },
    ]);
    expect(await claim(ids)).toMatchObject({ claimed: 1 });
  });

  it('can be undone for products that nobody touched', async () => {
    const ids = await collectedProducts(db, ann, [mug, mug]);
    const { productIds } = await claim(ids);
    const [touched = '', untouched = ''] = productIds;
    await asOwner(db, ann, (owned) =>
      editProduct(owned, ann, { id: touched, edits: renamed, userId: annie }),
    );

    const takenBack = await asOwner(db, ann, (owned) => undoClaim(owned, ann, productIds));

    expect(takenBack).toBe(1);
    expect(await claim(ids)).toMatchObject({ claimed: 1, alreadyClaimed: 1 });
    expect((await claim(ids)).productIds).not.toContain(untouched);
  });
});

describe('a claim run', () => {
  const silent = () => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const jobs = {
    wake: async () => {},
    know: async () => {},
    runsWithJobs: async () => new Set<string>(),
    interrupt: silent,
    queued: async () => [],
    start: async () => {},
    stop: async () => {},
  };

  /** A merchant with collected products, and a job that claims them all. */
  async function claimingRun(count: number) {
    const ownerId = await testOwner(db);
    const ids = await collectedProducts(
      db,
      ownerId,
      Array.from({ length: count }, (_, index) => ({ ...mug, handle: `m${index}` })),
    );
    const request = { selection: { filter: { state: 'unclaimed' }, except: [] }, edits: [], userId: null };
    const runId = await asOwner(db, ownerId, (owned) =>
      createRun(owned, ownerId, { kind: 'claim', title: '', request, createdBy: null }),
    );
    const work = (signal: AbortSignal, clock = realClock) =>
      claimJob(
        { db, clock, log, jobs },
        (owned) => sql`${owned.selectFrom('collected').select('id').where('product_id', 'is', null)}`,
        findPriceGuard,
      ).work({ runId, ownerId, key: runId }, signal);
    const counted = async () =>
      (
        await asOwner(db, ownerId, (owned) =>
          listProducts(owned, ownerId, { filter: {}, sort: 'created', direction: 'asc', limit: 1 }),
        )
      ).total;
    return { ownerId, ids, runId, work, counted };
  }

  it('stopped in the middle and started again, claims each once and reports the right figures', {
    tags: ['slow'],
  }, async () => {
    const { ownerId, runId, work, counted } = await claimingRun(600);
    const stop = new AbortController();
    let looks = 0;
    const clock = {
      ...realClock,
      monotonic: () => {
        looks += 1;
        if (looks === 4) {
          stop.abort();
        }
        return realClock.monotonic();
      },
    };

    await expect(work(stop.signal, clock)).rejects.toThrow('stopped: server');
    const midway = await counted();
    // What is collected while it works is not part of it.
    await collectedProducts(db, ownerId, [{ ...mug, handle: 'later' }]);
    await work(new AbortController().signal);

    expect(midway).toBeGreaterThanOrEqual(100);
    expect(midway).toBeLessThan(600);
    expect(await counted()).toBe(600);
    expect(await asOwner(db, ownerId, (owned) => getRun(owned, ownerId, runId))).toMatchObject({
      state: 'complete',
      done: 600,
      total: 600,
    });
  });
});

describe('a claim that ran', () => {
  const undoing = (runId: string, expected: number, ownerId = ann) =>
    undoClaimRun(
      // Only these two parts of a call are used.
      { ownerId, db: (work) => asOwner(db, ownerId, work) } as Call,
      runId,
      expected,
    );

  async function claimedByRun(count: number) {
    const collectedIds = await collectedProducts(
      db,
      ann,
      Array.from({ length: count }, () => mug),
    );
    return await asOwner(db, ann, async (owned) => {
      const runId = await createRun(owned, ann, { kind: 'claim', title: 'x', request: {}, createdBy: annie });
      const editSet = OpenEditSet.ofRun(ann, runId, { kind: 'claimed', userId: annie });
      const request = { collectedIds, edits: [], userId: annie, editSet };
      const { productIds } = await claimCollected(owned, ann, request);
      return { runId, productIds };
    });
  }

  it('is undone as far as nobody has edited its products since', async () => {
    const { runId, productIds } = await claimedByRun(3);
    await expect(undoing(runId, 3)).rejects.toMatchObject({ code: 'run.wrong-state' });
    await asOwner(db, ann, (owned) => changeRun(owned, ann, runId, { state: 'complete', ended: true }));
    const edit = { id: productIds[0] ?? '', edits: renamed, userId: annie };
    await asOwner(db, ann, (owned) => editProduct(owned, ann, edit));

    const before = await asOwner(db, ann, (owned) => findClaimUndo(owned, ann, runId));
    await expect(undoing(runId, 3)).rejects.toMatchObject({
      code: 'selection.changed',
      params: { expected: 3, count: 2 },
    });
    const undone = await undoing(runId, before.undoable);

    expect(before).toEqual({ undoable: 2, kept: 1 });
    expect(undone).toEqual({ takenBack: 2, kept: 1 });
    expect(await undoing(runId, 0)).toEqual({ takenBack: 0, kept: 1 });
    await expect(undoing(runId, 0, await testOwner(db))).rejects.toMatchObject({ code: 'not-found' });
  });
});
