import { expect, it } from 'vitest';
import type { FirstRun } from '../queries.ts';
import { stepStates } from './first-run-steps.ts';

const id = '0199aaaa-0000-7000-8000-0000000000c1';
const fresh: FirstRun = {
  shopAddress: 'http://shop.localhost:1/',
  categoryAddress: 'http://shop.localhost:1/collections/new-in',
  storeId: id,
  collect: null,
  claim: null,
  listing: null,
};
const collect = (state: string, got: number) => ({ runId: id, state, got, promised: 24, seconds: 1 });
const listing = (state: string, listed: number) => ({ runId: id, state, listed, total: 24 });

it.each([
  ['before anything', fresh, 'open later later'],
  ['while collecting', { ...fresh, collect: collect('running', 3) }, 'running later later'],
  ['paused', { ...fresh, collect: collect('paused', 3) }, 'running later later'],
  ['when nothing came', { ...fresh, collect: collect('failed', 0) }, 'failed later later'],
  ['when some is missing', { ...fresh, collect: collect('partial', 23) }, 'done open later'],
  ['when collected', { ...fresh, collect: collect('complete', 24) }, 'done open later'],
  ['when claimed', { ...fresh, collect: collect('complete', 24), claim: { products: 24 } }, 'done done open'],
  [
    'while listing',
    { ...fresh, collect: collect('complete', 24), claim: { products: 24 }, listing: listing('running', 9) },
    'done done running',
  ],
  [
    'when the store refused all',
    { ...fresh, collect: collect('complete', 24), claim: { products: 24 }, listing: listing('failed', 0) },
    'done done failed',
  ],
  [
    'when listed',
    { ...fresh, collect: collect('complete', 24), claim: { products: 24 }, listing: listing('complete', 24) },
    'done done done',
  ],
] satisfies [string, FirstRun, string][])('opens one step at a time: %s', (_, firstRun, expected) => {
  const states = stepStates(firstRun);

  expect(`${states.collect} ${states.claim} ${states.list}`).toBe(expected);
});
