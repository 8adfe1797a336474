import type { getWorkplace } from '@bowerbird/contract/dashboard';
import type { AnswerOf } from '@bowerbird/contract/route';
import { platforms } from '@bowerbird/platforms/all';
import { expect, it } from 'vitest';
import { collectTests } from '../collect/testing.ts';
import { signIn } from '../testing/app.ts';
import { testDatabase } from '../testing/database.ts';
import { feedShop } from '../testing/feed-shop.ts';
import { dashboardRoutes } from './routes.ts';

const { db } = await testDatabase();
const practice = {
  shop: 'http://glade-home.localhost:8901/',
  category: 'http://glade-home.localhost:8901/collections/new-in',
  store: 'aster-practice.localhost:8901',
};
const tests = await collectTests(db, platforms, { served: dashboardRoutes, practice });
const workplace = async () => (await tests.get('/dashboard/workplace')) as AnswerOf<typeof getWorkplace>;

it('guides through the practice shop, tells what was collected and what needs a decision, until it is hidden', async () => {
  expect(await workplace()).toMatchObject({
    today: { collected: 0 },
    needsYou: [],
    firstRun: {
      shopAddress: practice.shop,
      categoryAddress: practice.category,
      collect: null,
      claim: null,
      listing: null,
    },
  });

  const run = await tests.collect(practice.shop, 'shop', feedShop(24, { promised: 30 }));

  expect(await workplace()).toMatchObject({
    today: { collected: 24, edited: 0, listed: 0 },
    unclaimed: 24,
    needsYou: [{ kind: 'partial-collect', runId: run.run.id, title: 'glade-home.localhost:8901' }],
    firstRun: { collect: { runId: run.run.id, state: 'partial', got: 24, promised: 30 } },
  });
  expect((await workplace()).recent).toHaveLength(6);

  await tests.collect(practice.shop, 'shop', feedShop(24));
  await tests.post('/dashboard/first-run/hide');

  expect(await workplace()).toMatchObject({ needsYou: [], firstRun: null });
});

it('shows an administrator nothing of anybody', async () => {
  const headers = await signIn(tests.app, tests.accounts.administrator);

  const answer = await tests.app.inject({ url: '/shop-reptile/api/dashboard/workplace', headers });

  expect(answer.json()).toMatchObject({ data: { today: { collected: 0 }, recent: [], firstRun: null } });
});
