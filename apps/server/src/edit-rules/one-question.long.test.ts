import type { listConflicts, resolveSimilar } from '@bowerbird/contract/collect/recollect';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { editJob } from '../bulk-edits/edit-job.ts';
import { bulkEditRoutes } from '../bulk-edits/routes.ts';
import { chooseCollected } from '../collect/lists/filter.ts';
import { asOwner } from '../db/database.ts';
import { claimJob } from '../products/claim/claim-job.ts';
import { change } from '../recollect/testing.ts';
import { findPriceGuard } from '../rules/price-guard.ts';
import { ruleTests } from './testing.ts';

const { db } = await testDatabase();
const tests = await ruleTests(db, bulkEditRoutes([]));
const { ownerId, services } = tests;
const count = Number(process.env.ONE_QUESTION_PRODUCTS ?? 30_000);
const host = 'many.example';

it('asks one question about 30,000 products that one edit and their source both changed', async () => {
  const shop = feedShop(count);
  await timed('collected', () => tests.again(host, shop));
  const claim = await tests.call<{ runId: string }>('POST', '/collect/results/claim', {
    selection: { filter: { sources: [host], state: 'unclaimed' }, except: [] },
    expected: count,
  });
  const work = (job: { work: ReturnType<typeof editJob>['work'] }, runId: string) =>
    job.work({ runId, ownerId, key: '' }, new AbortController().signal);
  await timed('claimed', () => work(claimJob(services, chooseCollected, findPriceGuard), claim.runId));
  const { runId } = await tests.call<{ runId: string }>('POST', '/edits', {
    selection: { filter: { sources: [host] }, except: [] },
    steps: tests.steps({ kind: 'multiply-price', by: '1.3' }),
    expected: count,
  });
  await timed('edited once', () => work(editJob(services), runId));
  shop.products.forEach((_, at) => {
    change(shop, at, { price: `${50 + (at % 2)}.00` });
  });
  await timed('read again', () => tests.again(host, shop));

  const open = await timed('listed as questions', () =>
    tests.call<AnswerOf<typeof listConflicts>>('GET', '/recollect/conflicts'),
  );
  expect(open.total).toBe(count);
  expect(open.edits).toMatchObject([{ field: 'variants', count, runId }]);

  const answer = { side: 'source', field: 'variants', shop: null, editSetId: open.edits[0]?.editSetId };
  const resolved = await timed('answered', async () => {
    const calls: { resolved: number; ms: number }[] = [];
    for (let more = true; more; ) {
      const started = performance.now();
      const part = await tests.call<AnswerOf<typeof resolveSimilar>>(
        'POST',
        '/recollect/resolve-similar',
        answer,
      );
      calls.push({ resolved: part.resolved, ms: performance.now() - started });
      more = part.more;
    }
    return calls;
  });

  process.stdout.write(
    `${resolved.length} calls, the longest ${(Math.max(...resolved.map(({ ms }) => ms)) / 1000).toFixed(1)} s\n`,
  );
  expect(resolved.reduce((sum, each) => sum + each.resolved, 0)).toBe(count);
  expect(await tests.call('GET', '/recollect/conflicts')).toMatchObject({ total: 0, edits: [] });
  const { rows } = await asOwner(db, ownerId, (owned) =>
    sql<{ price: string; count: number }>`
      select price::text as price, count(*)::integer as count from product
      where owner_id = ${ownerId} group by 1 order by 1
    `.execute(owned),
  );
  expect(rows.map((each) => each.count)).toEqual([count / 2, count / 2]);
}, 1_800_000);

async function timed<T>(what: string, act: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await act();
  process.stdout.write(
    `${count} products ${what} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  );
  return result;
}
