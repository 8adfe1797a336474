import { playStores, reaching } from './played-stores.ts';
import { callsOf, endOf } from './practice.ts';
import { startProduct } from './product.ts';

const simulated = await playStores(['shopify'], 20000);
const { product, stop } = await startProduct(reaching(simulated.stores));
const call = await callsOf(product);
const { runId } = await call('POST', '/collect/runs', {
  platform: 'shopify',
  scope: 'shop',
  addresses: [`http://${simulated.stores[0].address}/`],
});
await endOf(call, runId);
const { total } = await call('POST', '/collect/results/query', { filter: { state: 'unclaimed' }, limit: 1 });
console.log('collected', total);
const claim = await call('POST', '/collect/results/claim', {
  selection: { filter: { state: 'unclaimed' }, except: [] },
  expected: total,
  edits: [],
});
await new Promise((r) => setTimeout(r, 1500));
const before = await call('GET', `/runs/${claim.runId}`);
const t0 = performance.now();
await stop();
console.log(
  'at',
  before.state,
  before.done,
  '/',
  before.total,
  'stopped in',
  Math.round(performance.now() - t0),
  'ms',
);
await simulated.stop();
