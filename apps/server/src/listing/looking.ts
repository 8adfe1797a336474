import type { Product } from '@bowerbird/catalog/product';
import type { Fault } from '@bowerbird/contract/runs';
import type { LookAsk, SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { record } from './engine/record.ts';
import type { Lane } from './lane.ts';
import { madeAt } from './ledger.ts';
import { inGroups, pool } from './pool.ts';
import { requireKnown } from './witness/store-witness.ts';
import type { Work } from './work.ts';

const looksAtOnce = 4;

/** What bears our key. In the trash it is nobody's any more: somebody threw it away while its making was in doubt. */
export function oursAmong(candidates: readonly SeenProduct[], { row }: Work): SeenProduct[] {
  return candidates.filter(({ key, status }) => key === row.key && status !== 'trash');
}

/** Who holds our handle or one of our codes without our key. */
export function strangerAmong(
  candidates: readonly SeenProduct[],
  { row, product }: Work,
): SeenProduct | undefined {
  const codes = codesOf(product);
  return candidates.find(
    ({ key, handle, skus, status }) =>
      (key !== row.key || status === 'trash') &&
      ((handle === product.handle && status !== 'trash') || skus.some((sku) => codes.has(sku))),
  );
}

function codesOf({ variants }: Product): Set<string> {
  return new Set(variants.flatMap(({ sku }) => sku || []));
}

/** A stranger's product stands where ours would: told, never touched. */
export async function conflict(lane: Lane, work: Work, stranger: SeenProduct): Promise<void> {
  const fault = faultOf(work, stranger);
  const field = fault.code === 'store.handle-taken' ? 'handle' : 'variants.0.sku';
  await record(lane, work.row, 'strangerFound', {
    set: { fault, field, wantedRevision: work.revision },
    answer: { holder: stranger.storeProductId },
    item: { line: work.item, change: { state: 'conflict', listingId: work.row.id, fault, field } },
  });
}

function faultOf({ product }: Work, { storeProductId, address, handle, skus, status }: SeenProduct): Fault {
  const codes = codesOf(product);
  const sku = skus.find((one) => codes.has(one)) ?? '';
  const holder = { holder: storeProductId, address: address ?? '' };
  if (status === 'trash') {
    return { code: 'store.trash-holds-sku', params: { sku, ...holder } };
  }
  return handle === product.handle
    ? { code: 'store.handle-taken', params: { handle, ...holder } }
    : { code: 'store.sku-taken', params: { sku, ...holder } };
}

export async function lookOnce(lane: Lane, work: Work): Promise<SeenProduct[]> {
  await lane.strike('look.before');
  const access = await lane.session.access(lane.cut);
  const [found] = await lane.lister.look([lookAskOf(work)], access, lane.session.context(lane.cut));
  await lane.strike('look.after');
  await requireKnown(lane, found ?? []);
  return found ?? [];
}

function lookAskOf({ row, product }: Work): LookAsk {
  return {
    key: row.key,
    storeProductId: row.store_product_id,
    handle: product.handle,
    skus: product.variants.flatMap(({ sku }) => sku ?? []),
    since: madeAt(row),
    product,
  };
}

/** Everything in the store that bears a key of ours, read once: the first look of all that this run lists. */
export async function takeCensus(lane: Lane): Promise<Map<string, SeenProduct[]>> {
  const byKey = new Map<string, SeenProduct[]>();
  const access = await lane.session.access(lane.cut);
  for await (const page of lane.lister.census(access, lane.session.context(lane.cut))) {
    await lane.strike('census.page');
    lane.signal.throwIfAborted();
    await requireKnown(lane, page);
    for (const seen of page) {
      byKey.set(seen.key ?? '', [...(byKey.get(seen.key ?? '') ?? []), seen]);
    }
  }
  return byKey;
}

/** Looks for all that were never looked for, as many to a request as the platform takes. */
export async function lookFirst(lane: Lane, works: readonly Work[]): Promise<Work[]> {
  const unseen = works.filter(
    ({ row, firstLook }) =>
      firstLook === null &&
      row.store_product_id === null &&
      row.open_attempt === null &&
      row.state !== 'gone',
  );
  const found = new Map<Work, SeenProduct[]>();
  const { census } = lane;
  if (census !== null) {
    // Only for what was never begun: a doubt that arose after the census is looked up by itself.
    return works.map((work) =>
      unseen.includes(work) ? { ...work, firstLook: census.get(work.row.key) ?? [] } : work,
    );
  }
  await pool(inGroups(unseen, lane.lister.lookMax), looksAtOnce, async (some) => {
    lane.signal.throwIfAborted();
    await lane.strike('look.before');
    const access = await lane.session.access(lane.cut);
    const answers = await lane.lister.look(some.map(lookAskOf), access, lane.session.context(lane.cut));
    await lane.strike('look.after');
    await requireKnown(lane, answers.flat());
    for (const [index, work] of some.entries()) {
      found.set(work, answers[index] ?? []);
    }
  });
  return works.map((work) => ({ ...work, firstLook: found.get(work) ?? work.firstLook }));
}
