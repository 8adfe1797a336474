import type { Issue } from '@bowerbird/contract/errors';
import { apiBase, type Route } from '@bowerbird/contract/route';
import { expect, it } from 'vitest';
import { signIn } from '../../../testing/api/app.ts';
import { inputParts } from '../../../testing/api/inputs.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { wholeApi } from '../../../testing/one-of-everything/one-of-everything.ts';
import { mug, ownProducts } from '../../../testing/products/products.ts';
import { servedRoutes } from '../../program/served.ts';
import { connectPracticeStore } from '../../stores/practice.ts';
import { realClock } from '../../time/clock.ts';

const { db } = await testDatabase();
const { app, services, ann } = await wholeApi(db);
const headers = await signIn(app, ann);
await ownProducts(db, ann.ownerId, [mug]);
const rule = await app.inject({
  method: 'POST',
  url: `${apiBase}/edit-rules`,
  headers,
  payload: {
    name: 'Margin',
    description: 'Three times the price',
    steps: [{ edit: { kind: 'multiply-price', by: '3' } }],
  },
});
const ruleId = rule.json<{ data: { id: string } }>().data.id;
const store = (await connectPracticeStore(services, ann.ownerId)) ?? '';

/**
 * Calls that take a selection by filter, but only read, can be repeated, or are announced beforehand
 * (`docs/decisions/0017`).
 */
const withoutCount = [
  'POST /collect/results/claim-preview',
  'POST /edit-rules/:id/attach/preview',
  'POST /edits/preview',
  'POST /edits/count',
  'POST /exports',
  'POST /grid/open',
  'POST /exports/preview',
  'POST /listing/check',
  // Its `expected` is what a check has returned, with a mark of the rules.
  'POST /listing/runs',
  'POST /listing/rules/explain',
  'POST /listing/rules/categories',
  'POST /listing/schedules',
  'POST /listing/states/changed',
  'POST /recollect',
];

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const byFilter = servedRoutes(realClock)
  .map(({ route }) => route)
  .filter((route) => inputParts(route).some(({ path }) => path.at(-1) === 'except'));
const counted = byFilter.filter((route) => !withoutCount.includes(nameOf(route)));

it('names every call that takes a filter and no number', () => {
  expect(byFilter.map(nameOf)).toEqual(expect.arrayContaining(withoutCount));
  expect(counted.map(nameOf).sort()).toEqual([
    'POST /collect/results/claim',
    'POST /collect/results/delete',
    'POST /edit-rules/:id/attach',
    'POST /edits',
    'POST /listing/delist',
    'POST /listing/relist',
    'POST /listing/remove',
    'POST /listing/states/update',
    'POST /products/delete',
    'POST /products/marks',
  ]);
});

it.each(counted.map((route) => [nameOf(route), route] as const))(
  '%s wants the number that was shown',
  async (_name, route) => {
    const takes = (key: string) => inputParts(route).some(({ path }) => path[0] === key);
    const send = (more: object) =>
      app.inject({
        method: route.method,
        url: apiBase + route.path.replace(':id', ruleId),
        headers,
        payload: {
          selection: { filter: {}, except: [] },
          ...(takes('storeIds') && { storeIds: [store] }),
          ...(takes('version') && { version: 1 }),
          ...(takes('marks') && { marks: { colour: 'red' } }),
          ...(takes('steps') && { steps: [{ edit: { kind: 'title-suffix', text: ' XL' } }] }),
          ...more,
        },
      });
    const without = await send({});
    const another = await send({ expected: 7 });

    expect([without.statusCode, without.json().code]).toEqual([400, 'request.invalid']);
    expect(without.json<{ issues: Issue[] }>().issues.map(({ path }) => path)).toEqual([['expected']]);
    // Of products that have not changed since they were listed, nothing is left to count.
    expect(['selection.changed', 'selection.empty']).toContain(another.json().code);
  },
);
