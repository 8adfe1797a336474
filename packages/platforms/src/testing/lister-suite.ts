import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { afterEach, describe, expect, it } from 'vitest';
import { type GatedInit, gateIn } from '../gated.ts';
import type { Lister } from '../listing/lister.ts';
import type { ListerContext, StoreAccess } from '../listing/store.ts';
import type { ToCreate } from '../listing/writes.ts';
import type { Fault } from '../simulation-faults.ts';
import { TooLate } from '../too-late.ts';

/** A store that we play, and what is asked of it. */
export interface ListerStore {
  access: StoreAccess;
  fetch: typeof fetch;
  /** Has the store go wrong. */
  trouble(fault: Fault): void;
  /** How many products it holds. */
  count(): number | Promise<number>;
  /** What the store's own people do. */
  remove(storeProductId: string): void | Promise<void>;
}

interface Case {
  name: string;
  lister: Lister;
  /** A new, empty store each time. */
  store(): ListerStore;
  product: Product;
  /** A product that the store refuses for a field, and that field. */
  refused: { product: Product; field: string };
}

const options = { status: 'active', publish: true } as const;

/** What every lister promises. A new platform is done when this passes. */
export function describeLister({ name, lister, store, product, refused }: Case): void {
  describe(`${name} lister`, () => {
    const item = (changes: Partial<ToCreate> = {}): ToCreate => ({
      attemptId: '019aa000-0000-7000-8000-000000000001',
      key: 'bb-aaaaaaaaaaaaaaaa',
      product,
      options,
      ...changes,
    });
    const ask = (key = item().key, storeProductId: string | null = null) => ({
      key,
      storeProductId,
      handle: product.handle,
      skus: product.variants.flatMap(({ sku }) => sku ?? []),
      since: 0,
    });

    /** Writes that were to go out past their gates. */
    const ungated: string[] = [];
    afterEach(() => expect(ungated.splice(0)).toEqual([]));

    async function open() {
      const shop = store();
      let requests = 0;
      let isPrepared = false;
      const context = contextWith(async (input, init) => {
        // Reads may stand before and after a write; it is the write that is sent once.
        requests += init?.method === 'GET' ? 0 : 1;
        if (isPrepared && isWrite(init) && !gateIn(init)) {
          ungated.push(`${init?.method} ${input instanceof Request ? input.url : input}`);
        }
        return await shop.fetch(input, init);
      });
      const { details } = await lister.prepare(shop.access, context);
      const access = { ...shop.access, prepared: details };
      requests = 0;
      isPrepared = true;
      return { shop, access, context, requests: () => requests };
    }

    it('creates by one request that writes, and finds what it made by its key', async () => {
      const { access, context, requests } = await open();

      const [fate] = await lister.create([item()], access, context);
      expect(requests()).toBe(1);
      const [found] = await lister.look([ask()], access, context);

      expect(fate?.fate).toBe('applied');
      expect(found).toMatchObject([{ key: item().key, attemptId: item().attemptId }]);
      expect(fate?.fate === 'applied' && fate.hash).toBe(found?.[0]?.hash);
    });

    it('refuses a variant without a price, and lets none into the store should it be asked to', async () => {
      const { shop, access, context } = await open();
      const variants = product.variants.map((variant, at) =>
        at === 0 ? { ...variant, price: null } : variant,
      );
      const unpriced = { ...product, variants };

      const found = lister.fit(unpriced, { maximumVariants: 100, maximumOptions: 3, currency: null });
      const sent = async () => await lister.create([item({ product: unpriced })], access, context);
      await sent().catch(() => undefined);

      expect(found).toContainEqual(
        expect.objectContaining({ kind: 'refused', code: 'listing.price-missing' }),
      );
      expect(await shop.count()).toBe(0);
    });

    it('finds nothing where nothing is', async () => {
      const { access, context } = await open();

      expect(await lister.look([ask()], access, context)).toEqual([[]]);
    });

    it('sends nothing once the gate is shut', async () => {
      const { shop, access, context } = await open();
      const shut: ListerContext = {
        ...context,
        gate: () => {
          throw new TooLate();
        },
      };

      await expect(lister.create([item()], access, shut)).rejects.toThrow(TooLate);
      expect(await shop.count()).toBe(0);
    });

    it('hands the gate to whoever writes the bytes, once with each request that writes, and never asks it by itself', async () => {
      const { access, context } = await open();
      const told: string[] = [];
      const gate = () => void told.push('gate');
      const watched: ListerContext = {
        ...context,
        gate,
        fetch: async (input, init) => {
          const handed = gateIn(init);
          told.push(isWrite(init) ? 'write' : 'read');
          const noted: GatedInit = {
            ...init,
            ...(handed && {
              gate: () => {
                told.push('asked');
                handed();
              },
            }),
          };
          return await context.fetch(input, noted);
        },
      };
      const ids = (fates: readonly { fate: string }[]) =>
        fates.flatMap((fate) => ('storeProductId' in fate ? [String(fate.storeProductId)] : []));

      const [id = ''] = ids(await lister.create([item()], access, watched));
      const target = { ...item(), storeProductId: id, pictures: new Map<string, string>() };
      await lister.publish?.([target], access, watched);
      await lister.update([target], access, watched);
      await lister.shelf?.hide([id], 'draft', access, watched);
      await lister.shelf?.show([id], access, watched);
      await lister.remove([id], access, watched);
      await lister.terms?.make({ kind: 'category', path: ['Glazed'] }, null, access, watched);
      if (lister.library?.opensTo?.(access) ?? lister.library) {
        const bytes = new Uint8Array([1, 2, 3]);
        const picture = { name: 'bb-0011223344556677.png', type: 'image/png', bytes, alt: '' };
        await lister.library?.put(picture, access, watched);
      }

      const writes = told.join(' ').replaceAll('read', '').split('write').slice(1);
      expect(writes.length).toBeGreaterThanOrEqual(3);
      expect(writes.map((each) => each.trim())).toEqual(writes.map(() => 'asked gate'));
    });

    it('a refusal names the field of our product', async () => {
      const { shop, access, context } = await open();

      const [fate] = await lister.create([item({ product: refused.product })], access, context);

      expect(fate?.fate === 'refused' && fate.faults[0]?.field).toBe(refused.field);
      expect(await shop.count()).toBe(0);
    });

    const doubts: Fault[] = [
      { kind: 'lost-before' },
      { kind: 'lost-after' },
      { kind: 'status-though-applied', value: 429 },
      { kind: 'status-though-applied', value: 500 },
      { kind: 'status-though-applied', value: 503 },
      { kind: 'limit-though-applied' },
      { kind: 'status', value: 502 },
      { kind: 'cut-body' },
    ];
    it.each(doubts)('$kind $value is a doubt, asked once', async (fault) => {
      const { shop, access, context, requests } = await open();
      shop.trouble(fault);

      const [fate] = await lister.create([item()], access, context);

      expect(fate?.fate).toBe('doubt');
      expect(requests()).toBe(1);
    });

    it('finds by its id what the lists of the store do not know yet', async () => {
      const { shop, access, context } = await open();
      const made = [
        ...(await lister.create([item()], access, context)),
        ...(await lister.create(
          [item({ key: 'bb-bbbbbbbbbbbbbbbb', product: { ...product, handle: 'another' } })],
          access,
          context,
        )),
      ];
      const ids = made.flatMap((fate) => (fate.fate === 'applied' ? fate.storeProductId : []));
      shop.trouble({ kind: 'stale-reads', value: 3_600_000 });

      const seen = await lister.lookByIds(ids, access, context);
      const [found] = await lister.look([ask(item().key, ids[0])], access, context);
      const held = (await lister.held?.(ids, 'update', access, context)) ?? [];

      expect(ids).toHaveLength(2);
      expect(held).not.toContain(null);
      expect(seen.map((each) => each?.storeProductId)).toEqual(ids);
      expect(found?.map(({ storeProductId }) => storeProductId)).toContain(ids[0]);
    });

    it('writes anew by id, and tells a product that is gone as missing', async () => {
      const { shop, access, context } = await open();
      const [made] = await lister.create([item()], access, context);
      const id = made?.fate === 'applied' ? made.storeProductId : '';
      const attemptId = '019aa000-0000-7000-8000-000000000002';
      const again = { ...item({ attemptId }), storeProductId: id, pictures: new Map<string, string>() };

      const [written] = await lister.update([again], access, context);
      const [seen] = await lister.lookByIds([id], access, context);
      await shop.remove(id);
      const [missing] = await lister.update([again], access, context);

      expect(written).toMatchObject({ fate: 'applied', storeProductId: id });
      expect(seen).toMatchObject({ storeProductId: id, attemptId });
      expect(missing?.fate).toBe('missing');
      expect(await lister.lookByIds([id], access, context)).toEqual([null]);
      expect(await shop.count()).toBe(0);
    });

    const { amounts } = lister;
    if (amounts) {
      it('writes prices alone by id, as often as is needed, with the mark of the attempt, and never what is gone', async () => {
        const { shop, access, context } = await open();
        const [made] = await lister.create([item()], access, context);
        const storeProductId = made?.fate === 'applied' ? made.storeProductId : '';
        const former = item().product;
        const variants = former.variants.map((variant) => ({ ...variant, price: '77.70' }));
        const ask = (attemptId: string) => ({
          ...item({ attemptId, product: { ...former, title: 'Not to be sent', variants } }),
          storeProductId,
          pictures: new Map<string, string>(),
          former,
        });
        const shut: ListerContext = {
          ...context,
          gate: () => {
            throw new TooLate();
          },
        };

        const first = ask('019aa000-0000-7000-8000-000000000002');
        await expect(amounts.update([first], access, shut)).rejects.toThrow(TooLate);
        const [before] = await lister.lookByIds([storeProductId], access, context);
        await amounts.update([first], access, context);
        const second = ask('019aa000-0000-7000-8000-000000000003');
        const [fate] = await amounts.update([second], access, context);
        const [seen] = await lister.lookByIds([storeProductId], access, context);
        const [held] = (await lister.reading?.read([storeProductId], access, context)) ?? [];
        await shop.remove(storeProductId);
        const [missing] = await amounts.update([second], access, context);

        expect(before?.attemptId).toBe(item().attemptId);
        expect(fate).toMatchObject({ fate: 'applied', storeProductId, notes: [] });
        expect(seen).toMatchObject({ attemptId: second.attemptId, key: item().key });
        expect(fate?.fate === 'applied' && fate.hash).toBe(seen?.hash);
        expect(held).toMatchObject({
          title: former.title,
          variants: variants.map(({ price }) => ({ price })),
        });
        expect(missing?.fate).toBe('missing');
        expect(await shop.count()).toBe(0);
      });
    }

    it('where the store keeps the key unique, a second send makes no second product', async () => {
      const { shop, access, context } = await open();
      await lister.create([item()], access, context);

      await lister.create([item({ attemptId: '019aa000-0000-7000-8000-000000000003' })], access, context);

      expect(await shop.count()).toBe(lister.storeSideKey ? 1 : 2);
    });

    if (!lister.storeSideKey) {
      it('finds every product that bears the key, a suffixed twin too', async () => {
        const { access, context } = await open();
        await lister.create([item()], access, context);
        await lister.create([item({ attemptId: '019aa000-0000-7000-8000-000000000003' })], access, context);

        const [found] = await lister.look([ask()], access, context);

        expect(found?.map(({ key }) => key)).toEqual([item().key, item().key]);
        expect(new Set(found?.map(({ storeProductId }) => storeProductId)).size).toBe(2);
      });
    }

    if (lister.hiddenFirst) {
      it('makes what no shopper sees, until it is published by id', async () => {
        const { access, context } = await open();
        const [made] = await lister.create([item()], access, context);
        const id = made?.fate === 'applied' ? made.storeProductId : '';
        const [hidden] = await lister.lookByIds([id], access, context);

        const [shown] =
          (await lister.publish?.(
            [{ ...item(), storeProductId: id, pictures: new Map() }],
            access,
            context,
          )) ?? [];
        const [seen] = await lister.lookByIds([id], access, context);
        const [found] = await lister.look([ask(item().key, id)], access, context);

        expect(hidden?.address).toBeNull();
        expect(shown).toMatchObject({ fate: 'applied', storeProductId: id });
        expect(seen?.address).toMatch(/^https?:/);
        expect(found).toMatchObject([{ storeProductId: id, key: item().key }]);
      });
    }

    const { shelf } = lister;
    if (shelf) {
      it('takes from sight by id and shows again, and changes nothing else', async () => {
        const { access, context } = await open();
        const [made] = await lister.create([item()], access, context);
        const id = made?.fate === 'applied' ? made.storeProductId : '';
        await lister.publish?.([{ ...item(), storeProductId: id, pictures: new Map() }], access, context);
        const [before] = await lister.lookByIds([id], access, context);

        const [hidden] = await shelf.hide([id], 'archived', access, context);
        const [again] = await shelf.hide([id], 'archived', access, context);
        const [away] = await lister.lookByIds([id], access, context);
        const [shown] = await shelf.show([id], access, context);
        const [back] = await lister.lookByIds([id], access, context);

        expect([hidden, again, shown]).toMatchObject([
          { fate: 'applied', storeProductId: id },
          { fate: 'applied', storeProductId: id },
          { fate: 'applied', storeProductId: id },
        ]);
        expect(away && shelf.isHidden(away)).toBe(true);
        expect(away?.address).toBeNull();
        expect(away).toMatchObject({ key: item().key, attemptId: item().attemptId, handle: before?.handle });
        expect(back && shelf.isHidden(back)).toBe(false);
        expect(back).toMatchObject({ hash: before?.hash, address: before?.address });
      });

      it('tells what is gone as missing, and brings it back by no change of its sight', async () => {
        const { shop, access, context } = await open();
        const [made] = await lister.create([item()], access, context);
        const id = made?.fate === 'applied' ? made.storeProductId : '';
        await shop.remove(id);

        const fates = [
          ...(await shelf.hide([id], 'draft', access, context)),
          ...(await shelf.show([id], access, context)),
        ];

        expect(fates.map(({ fate }) => fate)).toEqual(['missing', 'missing']);
        expect(await shop.count()).toBe(0);
      });

      it('a doubt about what is seen is told as one, and settled by a look', async () => {
        const { shop, access, context } = await open();
        const [made] = await lister.create([item()], access, context);
        const id = made?.fate === 'applied' ? made.storeProductId : '';
        shop.trouble({ kind: 'lost-after' });

        const [fate] = await shelf.hide([id], 'draft', access, context);
        const [seen] = await lister.lookByIds([id], access, context);

        expect(fate?.fate).toBe('doubt');
        expect(seen && shelf.isHidden(seen)).toBe(true);
      });
    }

    if (lister.batchSize > 1) {
      it('carries a batch in one request, each item with a fate of its own', async () => {
        const { shop, access, context, requests } = await open();
        const others = [
          item(),
          item({
            key: 'bb-bbbbbbbbbbbbbbbb',
            product: refused.product,
            attemptId: '019aa000-0000-7000-8000-000000000004',
          }),
          item({
            key: 'bb-cccccccccccccccc',
            product: {
              ...product,
              handle: `${product.handle}-third`,
              variants: product.variants.map((each) => ({ ...each, sku: null })),
            },
            attemptId: '019aa000-0000-7000-8000-000000000005',
          }),
        ];

        const fates = await lister.create(others, access, context);

        expect(fates.map(({ fate }) => fate)).toEqual(['applied', 'refused', 'applied']);
        expect(requests()).toBe(1);
        expect(await shop.count()).toBe(2);
      });
    }

    it('gives every product with a key of ours', async () => {
      const { access, context } = await open();
      await lister.create([item()], access, context);
      const other = { ...product, handle: `${product.handle}-other` };
      await lister.create([item({ key: 'bb-bbbbbbbbbbbbbbbb', product: other })], access, context);

      const seen: (string | null)[] = [];
      for await (const page of lister.census(access, context)) {
        seen.push(...page.map(({ key }) => key));
      }

      expect(seen.sort()).toEqual(['bb-aaaaaaaaaaaaaaaa', 'bb-bbbbbbbbbbbbbbbb']);
    });

    it('never shows a secret in an error', async () => {
      const { shop, access, context } = await open();
      const secrets = { ...access, credentials: { token: 'very-secret-token-0123456789' } };
      shop.trouble({ kind: 'token-revoked' });

      const failure = await lister.identify(secrets, context).catch(AppError.from);

      expect(failure).toBeInstanceOf(AppError);
      expect(JSON.stringify(failure) + String(failure)).not.toContain('very-secret-token');
    });
  });
}

/** Whether a request changes something: all but what is read by its method, or by a query of GraphQL. */
function isWrite(init: RequestInit | undefined): boolean {
  const document = typeof init?.body === 'string' ? init.body : '';
  return (init?.method ?? 'GET') !== 'GET' && !/^\{"query":"\s*(?:\\n|\s)*(?:query\b|\{)/.test(document);
}

/** A context whose gate is open and whose limit never ends; nobody waits. */
export function contextWith(fetch: typeof globalThis.fetch): ListerContext {
  return {
    fetch,
    signal: new AbortController().signal,
    now: () => performance.now(),
    sleep: async () => undefined,
    pace: async () => undefined,
    gate: () => undefined,
    throttled: () => undefined,
  };
}
