import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { chooseCollected } from '../collect/lists/filter.ts';
import { asOwner } from '../db/database.ts';
import { claimJob } from '../products/claim/claim-job.ts';
import { change } from '../recollect/testing.ts';
import { findPriceGuard } from '../rules/price-guard.ts';
import { ruleTests } from './testing.ts';

const { db } = await testDatabase();
const tests = await ruleTests(db);
const { ownerId, services } = tests;
const count = 30_000;

it('asks nothing when 30,000 followed products under a rule all change their price', async () => {
  const host = 'many.example';
  const shop = feedShop(count);
  await timed('collected', () => tests.again(host, shop));
  const filter = { sources: [host], state: 'unclaimed' };
  const claim = await tests.call<{ runId: string }>('POST', '/collect/results/claim', {
    selection: { filter, except: [] },
    expected: count,
  });
  await timed('claimed', () =>
    claimJob(services, chooseCollected, findPriceGuard).work(
      { runId: claim.runId, ownerId, key: '' },
      new AbortController().signal,
    ),
  );
  const steps = tests.steps({ kind: 'multiply-price', by: '1.3', ending: { to: '.99' } });
  const rule = await tests.rule('Dearer', steps);
  const selection = { filter: { sources: [host] }, except: [] };

  const attached = await timed('attached', () => tests.attach(rule.id, selection, { expected: count }));
  shop.products.forEach((_, at) => {
    change(shop, at, { price: `${50 + (at % 2)}.00` });
  });
  await timed('followed', () => tests.again(host, shop));

  const { rows } = await asOwner(db, ownerId, (owned) =>
    sql<{ price: string; count: number }>`
      select price::text as price, count(*)::integer as count from product
      where owner_id = ${ownerId} group by 1 order by 1
    `.execute(owned),
  );
  expect(attached.counts).toMatchObject({ changed: count });
  expect(await tests.call('GET', '/recollect/conflicts')).toMatchObject({ total: 0 });
  expect(rows).toEqual([
    { price: '64.99', count: count / 2 },
    { price: '65.99', count: count / 2 },
  ]);

  const detached = await timed('detached', () => tests.detach(attached.attachmentId));
  expect(detached).toMatchObject({ counts: { changed: count }, kept: 0 });
}, 1_200_000);

async function timed<T>(what: string, act: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await act();
  process.stdout.write(
    `${count} products ${what} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  );
  return result;
}
