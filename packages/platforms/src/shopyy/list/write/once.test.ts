import type { Fault } from '@bowerbird/simulators/simulation-faults';
import { describe, expect, it } from 'vitest';
import type { Lister } from '../../../listing/lister.ts';
import type { LookupRequest, SeenProduct } from '../../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../../listing/store/access.ts';
import type { Outcome } from '../../../listing/writes.ts';
import { carefulLister, lister } from '../lister.ts';
import { clock, item, lamp, prepared } from '../testing.ts';

const settleMs = lister.features.times.deadlineMs + lister.features.times.latenessMs;
const faults: Fault[] = [
  { kind: 'lost-before' },
  { kind: 'lost-after' },
  { kind: 'late', value: 100_000 },
  { kind: 'twice', value: 0 },
  { kind: 'twice', value: 80_000 },
  { kind: 'status-though-applied', value: 429 },
  { kind: 'status-though-applied', value: 502 },
  { kind: 'refused-though-applied', value: 500 },
  { kind: 'refused-though-applied', value: 1000 },
  { kind: 'acknowledged-only' },
  { kind: 'cut-body' },
  { kind: 'partial', value: 'variants' },
  { kind: 'suffix-handle' },
  { kind: 'unmanaged', value: 'LAMP-1' },
  { kind: 'stale-reads', value: 60_000, count: 3 },
  { kind: 'status', value: 503 },
];

/** Returns numbers between 0 and 1, the same for the same seed. */
function chance(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Lists one product as the protocol does: an unknown outcome waits for the settle period S unless products are created
 * hidden, is looked up, and the product is adopted or sent again; an incomplete product is written by its id; at the
 * end, duplicates from our attempts are removed and older content that arrived late is overwritten. Leaves out the
 * server's own state.
 */
async function listOnce(each: Lister, access: StoreAccess, context: ListerContext, outside: { at: number }) {
  const sent: string[] = [];
  let id: string | null = null;
  let whole = false;
  let shown = each.features.publication === 'by-create';
  const newest = () => sent.at(-1) ?? '';
  const written = () => {
    sent.push(`019aa000-0000-7000-8000-0000000000${sent.length + 10}`);
    return { ...item, attemptId: newest() };
  };
  const bound = () => ({ storeProductId: id ?? '', images: new Map<string, string>() });
  const look = async (): Promise<SeenProduct[]> => {
    const request: LookupRequest = {
      key: item.key,
      storeProductId: id,
      handle: lamp.handle,
      skus: [],
      since: 0,
    };
    const [found] = await each.reader.look([request], access, context);
    return (found ?? []).filter(({ key }) => key === item.key);
  };
  const write = async (): Promise<Outcome[] | undefined> => {
    if (id === null) {
      return await each.writer.create([written()], access, context);
    }
    return whole
      ? await each.writer.publish?.([{ ...item, attemptId: newest(), ...bound() }], access, context)
      : await each.writer.update([{ ...written(), ...bound() }], access, context);
  };
  const goOn = async () => {
    for (let tries = 0; tries < 30 && !(whole && shown); tries += 1) {
      const [outcome] = (await write()) ?? [];
      outside.at += 1000;
      if (outcome?.outcome === 'applied') {
        shown ||= outcome.address !== null;
        id = outcome.storeProductId;
        whole = outcome.partial === undefined;
      } else if (outcome?.outcome === 'throttled') {
        outside.at += outcome.waitMs;
      } else {
        outside.at += id === null && each.features.publication !== 'draft-first' ? settleMs : 0;
        const ours = await look();
        const own = ours.find(({ storeProductId }) => storeProductId === id) ?? ours[0];
        id = own?.storeProductId ?? id;
        whole = own !== undefined && !own.partial && own.attemptId !== null;
      }
    }
  };
  await goOn();
  outside.at += settleMs;
  for (const seen of await look()) {
    if (seen.storeProductId === id) {
      whole = !seen.partial && seen.attemptId === newest();
    } else if (seen.partial || sent.includes(seen.attemptId ?? '')) {
      await each.writer.remove([seen.storeProductId], access, context);
    }
  }
  await goOn();
}

describe.each([
  ['Shopyy', lister],
  ['Shopyy, careful', carefulLister],
] as const)('%s: a product is listed once, whole', (_, each) => {
  it.each(Array.from({ length: 120 }, (__, at) => at + 1))('under the faults of seed %i', async (seed) => {
    const random = chance(seed);
    const outside = clock();
    const { shop, access, context } = await prepared(each, { outside });
    const chosen = Array.from(
      { length: 1 + Math.floor(random() * 4) },
      () => faults[Math.floor(random() * faults.length)],
    );
    for (const fault of chosen) {
      if (fault) {
        shop.faults.add({ ...fault, matching: 'desk-lamp', skip: Math.floor(random() * 2) });
      }
    }

    await listOnce(each, access, context, outside);

    outside.at += 10 * settleMs;
    const ours = shop.view().products.filter(({ spu }) => spu === item.key);
    expect(ours).toMatchObject([
      { title: lamp.title, status: 1, variants: [{ sku: 'LAMP-1' }, { sku: 'LAMP-2' }] },
    ]);
    const unmanaged = shop.view().history.filter(({ by }) => by === 'unmanaged');
    expect(unmanaged.every(({ action }) => action === 'create')).toBe(true);
  });
});
