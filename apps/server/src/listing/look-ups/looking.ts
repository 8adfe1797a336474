import type { Product } from '@bowerbird/catalog/product';
import type { Fault } from '@bowerbird/contract/runs';
import type { LookupRequest, SeenProduct } from '@bowerbird/platforms/listing/product-seen';
import { chunk, mapConcurrently } from '../../async/map-concurrently.ts';
import { record } from '../engine/record.ts';
import type { Work } from '../engine/work.ts';
import { requireKnown } from '../epoch/store-epoch.ts';
import { madeAt } from '../ledger/ledger.ts';
import type { StoreJob } from '../store-job/store-job.ts';

const looksAtOnce = 4;

/**
 * Returns the candidates with our key. A product in the trash is not ours any more: it was trashed while its create was
 * in doubt.
 */
export function oursAmong(candidates: readonly SeenProduct[], { row }: Work): SeenProduct[] {
  return candidates.filter(({ key, status }) => key === row.key && status !== 'trash');
}

/** Returns the product that holds our handle, or one of our SKUs or barcodes, without our key. */
export function unmanagedAmong(
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

/** Records that an unmanaged product is in the place of ours; that product is never touched. */
export async function conflict(storeJob: StoreJob, work: Work, unmanaged: SeenProduct): Promise<void> {
  const fault = faultOf(work, unmanaged);
  const field = fault.code === 'store.handle-taken' ? 'handle' : 'variants.0.sku';
  await record(storeJob, work.row, 'unmanagedFound', {
    set: { fault, field, wantedRevision: work.revision },
    answer: { holder: unmanaged.storeProductId },
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

export async function lookOnce(storeJob: StoreJob, work: Work): Promise<SeenProduct[]> {
  await storeJob.injectFault('look.before');
  const access = await storeJob.session.access(storeJob.cut);
  const [found] = await storeJob.lister.reader.look(
    [lookupRequestOf(work)],
    access,
    storeJob.session.context(storeJob.cut),
  );
  await storeJob.injectFault('look.after');
  await requireKnown(storeJob, found ?? []);
  return found ?? [];
}

function lookupRequestOf({ row, product }: Work): LookupRequest {
  return {
    key: row.key,
    storeProductId: row.store_product_id,
    handle: product.handle,
    skus: product.variants.flatMap(({ sku }) => sku ?? []),
    since: madeAt(row),
    product,
  };
}

/** Reads everything in the store that has a key of ours, once: the first look for everything that this run lists. */
export async function runFullScan(storeJob: StoreJob): Promise<Map<string, SeenProduct[]>> {
  const byKey = new Map<string, SeenProduct[]>();
  const access = await storeJob.session.access(storeJob.cut);
  for await (const page of storeJob.lister.reader.fullScan(access, storeJob.session.context(storeJob.cut))) {
    await storeJob.injectFault('full-scan.page');
    storeJob.signal.throwIfAborted();
    await requireKnown(storeJob, page);
    for (const seen of page) {
      byKey.set(seen.key ?? '', [...(byKey.get(seen.key ?? '') ?? []), seen]);
    }
  }
  return byKey;
}

/** Looks for all products that were never looked for, as many to a request as the platform takes. */
export async function lookFirst(storeJob: StoreJob, works: readonly Work[]): Promise<Work[]> {
  const unseen = works.filter(
    ({ row, firstLook }) =>
      firstLook === null &&
      row.store_product_id === null &&
      row.open_attempt === null &&
      row.state !== 'gone',
  );
  const found = new Map<Work, SeenProduct[]>();
  const { fullScan } = storeJob;
  if (fullScan !== null) {
    // Only for what was never begun: an attempt that came in doubt after the full scan is looked up by itself.
    return works.map((work) =>
      unseen.includes(work) ? { ...work, firstLook: fullScan.get(work.row.key) ?? [] } : work,
    );
  }
  await mapConcurrently(chunk(unseen, storeJob.lister.features.lookMax), looksAtOnce, async (some) => {
    storeJob.signal.throwIfAborted();
    await storeJob.injectFault('look.before');
    const access = await storeJob.session.access(storeJob.cut);
    const answers = await storeJob.lister.reader.look(
      some.map(lookupRequestOf),
      access,
      storeJob.session.context(storeJob.cut),
    );
    await storeJob.injectFault('look.after');
    await requireKnown(storeJob, answers.flat());
    for (const [index, work] of some.entries()) {
      found.set(work, answers[index] ?? []);
    }
  });
  return works.map((work) => ({ ...work, firstLook: found.get(work) ?? work.firstLook }));
}
