import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { Fault } from '@bowerbird/simulators/simulation-faults';
import { afterEach, describe, expect, it } from 'vitest';
import type { Lister } from '../listing/lister.ts';
import type { ListerContext, StoreAccess } from '../listing/store/access.ts';
import { libraryOf } from '../listing/writer.ts';
import type { ToCreate } from '../listing/writes.ts';
import { type GatedInit, gateIn } from '../net/gated.ts';
import { TooLate } from '../net/too-late.ts';

/** A simulated store, and the requests it receives. */
export interface ListerStore {
  access: StoreAccess;
  fetch: typeof fetch;
  /** Injects a fault into the store. */
  trouble(fault: Fault): void;
  /** Returns how many products the store holds. */
  count(): number | Promise<number>;
  /** Removes a product as the store's own staff do. */
  remove(storeProductId: string): void | Promise<void>;
}

interface Case {
  name: string;
  lister: Lister;
  /** Returns a new, empty store each time. */
  store(): ListerStore;
  product: Product;
  /** A product that the store rejects for a field, and that field. */
  refused: { product: Product; field: string };
}

const options = { status: 'active', publish: true } as const;

/** Tests what every lister promises. A new platform is done when this passes. */
export function describeLister({ name, lister, store, product, refused }: Case): void {
  describe(`${name} lister`, () => {
    const item = (changes: Partial<ToCreate> = {}): ToCreate => ({
      attemptId: '019aa000-0000-7000-8000-000000000001',
      key: 'bb-aaaaaaaaaaaaaaaa',
      product,
      options,
      ...changes,
    });
    const call = (key = item().key, storeProductId: string | null = null) => ({
      key,
      storeProductId,
      handle: product.handle,
      skus: product.variants.flatMap(({ sku }) => sku ?? []),
      since: 0,
    });

    /** Writes that were sent without passing their gates. */
    const ungated: string[] = [];
    afterEach(() => expect(ungated.splice(0)).toEqual([]));

    async function open() {
      const shop = store();
      let requests = 0;
      let isPrepared = false;
      const context = contextWith(async (input, init) => {
        // Reads may come before and after a write; only the write is sent once.
        requests += init?.method === 'GET' ? 0 : 1;
        if (isPrepared && isWrite(init) && !gateIn(init)) {
          ungated.push(`${init?.method} ${input instanceof Request ? input.url : input}`);
        }
        return await shop.fetch(input, init);
      });
      const { details } = await lister.connector.prepare(shop.access, context);
      const access = { ...shop.access, prepared: details };
      requests = 0;
      isPrepared = true;
      return { shop, access, context, requests: () => requests };
    }

    it('creates by one request that writes, and finds what it made by its key', async () => {
      const { access, context, requests } = await open();

      const [outcome] = await lister.writer.create([item()], access, context);
      expect(requests()).toBe(1);
      const [found] = await lister.reader.look([call()], access, context);

      expect(outcome?.outcome).toBe('applied');
      expect(found).toMatchObject([{ key: item().key, attemptId: item().attemptId }]);
      expect(outcome?.outcome === 'applied' && outcome.hash).toBe(found?.[0]?.hash);
    });

    it('refuses a variant without a price, and lets none into the store should it be asked to', async () => {
      const { shop, access, context } = await open();
      const variants = product.variants.map((variant, at) =>
        at === 0 ? { ...variant, price: null } : variant,
      );
      const unpriced = { ...product, variants };

      const found = lister.planner.fit(unpriced, { maximumVariants: 100, maximumOptions: 3, currency: null });
      const sent = async () => await lister.writer.create([item({ product: unpriced })], access, context);
      await sent().catch(() => undefined);

      expect(found).toContainEqual(
        expect.objectContaining({ kind: 'refused', code: 'listing.price-missing' }),
      );
      expect(await shop.count()).toBe(0);
    });

    it('finds nothing where nothing is', async () => {
      const { access, context } = await open();

      expect(await lister.reader.look([call()], access, context)).toEqual([[]]);
    });

    it('sends nothing once the gate is shut', async () => {
      const { shop, access, context } = await open();
      const shut: ListerContext = {
        ...context,
        gate: () => {
          throw new TooLate();
        },
      };

      await expect(lister.writer.create([item()], access, shut)).rejects.toThrow(TooLate);
      expect(await shop.count()).toBe(0);
    });

    it('hands the gate to whoever writes the bytes, once with each request that writes, and never asks it by itself', async () => {
      const { access, context } = await open();
      const stated: string[] = [];
      const gate = () => void stated.push('gate');
      const watched: ListerContext = {
        ...context,
        gate,
        fetch: async (input, init) => {
          const handed = gateIn(init);
          stated.push(isWrite(init) ? 'write' : 'read');
          const noted: GatedInit = {
            ...init,
            ...(handed && {
              gate: () => {
                stated.push('asked');
                handed();
              },
            }),
          };
          return await context.fetch(input, noted);
        },
      };
      const ids = (outcomes: readonly { outcome: string }[]) =>
        outcomes.flatMap((outcome) => ('storeProductId' in outcome ? [String(outcome.storeProductId)] : []));

      const [id = ''] = ids(await lister.writer.create([item()], access, watched));
      const target = { ...item(), storeProductId: id, images: new Map<string, string>() };
      await lister.writer.publish?.([target], access, watched);
      await lister.writer.update([target], access, watched);
      await lister.writer.visibility.hide([id], 'draft', access, watched);
      await lister.writer.visibility.show([id], access, watched);
      await lister.writer.remove([id], access, watched);
      await lister.writer.terms?.make({ kind: 'category', path: ['Glazed'] }, null, access, watched);
      const library = libraryOf(lister.writer);
      if (library?.opensTo(access)) {
        const bytes = new Uint8Array([1, 2, 3]);
        const image = { name: 'bb-0011223344556677.png', type: 'image/png', bytes, alt: '' };
        await library.put(image, access, watched);
      }

      const writes = stated.join(' ').replaceAll('read', '').split('write').slice(1);
      expect(writes.length).toBeGreaterThanOrEqual(3);
      expect(writes.map((each) => each.trim())).toEqual(writes.map(() => 'asked gate'));
    });

    it('a refusal names the field of our product', async () => {
      const { shop, access, context } = await open();

      const [outcome] = await lister.writer.create([item({ product: refused.product })], access, context);

      expect(outcome?.outcome === 'refused' && outcome.faults[0]?.field).toBe(refused.field);
      expect(await shop.count()).toBe(0);
    });

    const unclearAnswers: Fault[] = [
      { kind: 'lost-before' },
      { kind: 'lost-after' },
      { kind: 'status-though-applied', value: 429 },
      { kind: 'status-though-applied', value: 500 },
      { kind: 'status-though-applied', value: 503 },
      { kind: 'limit-though-applied' },
      { kind: 'status', value: 502 },
      { kind: 'cut-body' },
    ];
    it.each(unclearAnswers)('$kind $value is an unknown outcome, asked once', async (fault) => {
      const { shop, access, context, requests } = await open();
      shop.trouble(fault);

      const [outcome] = await lister.writer.create([item()], access, context);

      expect(outcome?.outcome).toBe('unknown');
      expect(requests()).toBe(1);
    });

    it('finds by its id what the lists of the store do not know yet', async () => {
      const { shop, access, context } = await open();
      const made = [
        ...(await lister.writer.create([item()], access, context)),
        ...(await lister.writer.create(
          [item({ key: 'bb-bbbbbbbbbbbbbbbb', product: { ...product, handle: 'another' } })],
          access,
          context,
        )),
      ];
      const ids = made.flatMap((outcome) => (outcome.outcome === 'applied' ? outcome.storeProductId : []));
      shop.trouble({ kind: 'stale-reads', value: 3_600_000 });

      const seen = await lister.reader.lookByIds(ids, access, context);
      const [found] = await lister.reader.look([call(item().key, ids[0])], access, context);
      const held = (await lister.reader.held?.(ids, 'update', access, context)) ?? [];

      expect(ids).toHaveLength(2);
      expect(held).not.toContain(null);
      expect(seen.map((each) => each?.storeProductId)).toEqual(ids);
      expect(found?.map(({ storeProductId }) => storeProductId)).toContain(ids[0]);
    });

    it('writes again by id, and reports a product that is gone as missing', async () => {
      const { shop, access, context } = await open();
      const [made] = await lister.writer.create([item()], access, context);
      const id = made?.outcome === 'applied' ? made.storeProductId : '';
      const attemptId = '019aa000-0000-7000-8000-000000000002';
      const again = { ...item({ attemptId }), storeProductId: id, images: new Map<string, string>() };

      const [written] = await lister.writer.update([again], access, context);
      const [seen] = await lister.reader.lookByIds([id], access, context);
      await shop.remove(id);
      const [missing] = await lister.writer.update([again], access, context);

      expect(written).toMatchObject({ outcome: 'applied', storeProductId: id });
      expect(seen).toMatchObject({ storeProductId: id, attemptId });
      expect(missing?.outcome).toBe('missing');
      expect(await lister.reader.lookByIds([id], access, context)).toEqual([null]);
      expect(await shop.count()).toBe(0);
    });

    const { amounts } = lister.writer;
    if (amounts) {
      it('writes prices alone by id, as often as is needed, with the mark of the attempt, and never what is gone', async () => {
        const { shop, access, context } = await open();
        const [made] = await lister.writer.create([item()], access, context);
        const storeProductId = made?.outcome === 'applied' ? made.storeProductId : '';
        const former = item().product;
        const variants = former.variants.map((variant) => ({ ...variant, price: '77.70' }));
        const call = (attemptId: string) => ({
          ...item({ attemptId, product: { ...former, title: 'Not to be sent', variants } }),
          storeProductId,
          images: new Map<string, string>(),
          former,
        });
        const shut: ListerContext = {
          ...context,
          gate: () => {
            throw new TooLate();
          },
        };

        const first = call('019aa000-0000-7000-8000-000000000002');
        await expect(amounts.update([first], access, shut)).rejects.toThrow(TooLate);
        const [before] = await lister.reader.lookByIds([storeProductId], access, context);
        await amounts.update([first], access, context);
        const second = call('019aa000-0000-7000-8000-000000000003');
        const [outcome] = await amounts.update([second], access, context);
        const [seen] = await lister.reader.lookByIds([storeProductId], access, context);
        const [held] = await lister.reader.content.read([storeProductId], access, context);
        await shop.remove(storeProductId);
        const [missing] = await amounts.update([second], access, context);

        expect(before?.attemptId).toBe(item().attemptId);
        expect(outcome).toMatchObject({ outcome: 'applied', storeProductId, notes: [] });
        expect(seen).toMatchObject({ attemptId: second.attemptId, key: item().key });
        expect(outcome?.outcome === 'applied' && outcome.hash).toBe(seen?.hash);
        expect(held).toMatchObject({
          title: former.title,
          variants: variants.map(({ price }) => ({ price })),
        });
        expect(missing?.outcome).toBe('missing');
        expect(await shop.count()).toBe(0);
      });
    }

    it('where the store keeps the key unique, a second send makes no second product', async () => {
      const { shop, access, context } = await open();
      await lister.writer.create([item()], access, context);

      await lister.writer.create(
        [item({ attemptId: '019aa000-0000-7000-8000-000000000003' })],
        access,
        context,
      );

      expect(await shop.count()).toBe(lister.features.storeSideKey ? 1 : 2);
    });

    if (!lister.features.storeSideKey) {
      it('finds every product that has the key, a suffixed duplicate too', async () => {
        const { access, context } = await open();
        await lister.writer.create([item()], access, context);
        await lister.writer.create(
          [item({ attemptId: '019aa000-0000-7000-8000-000000000003' })],
          access,
          context,
        );

        const [found] = await lister.reader.look([call()], access, context);

        expect(found?.map(({ key }) => key)).toEqual([item().key, item().key]);
        expect(new Set(found?.map(({ storeProductId }) => storeProductId)).size).toBe(2);
      });
    }

    if (lister.features.publication === 'draft-first') {
      it('makes what no shopper sees, until it is published by id', async () => {
        const { access, context } = await open();
        const [made] = await lister.writer.create([item()], access, context);
        const id = made?.outcome === 'applied' ? made.storeProductId : '';
        const [hidden] = await lister.reader.lookByIds([id], access, context);

        const [shown] =
          (await lister.writer.publish?.(
            [{ ...item(), storeProductId: id, images: new Map() }],
            access,
            context,
          )) ?? [];
        const [seen] = await lister.reader.lookByIds([id], access, context);
        const [found] = await lister.reader.look([call(item().key, id)], access, context);

        expect(hidden?.address).toBeNull();
        expect(shown).toMatchObject({ outcome: 'applied', storeProductId: id });
        expect(seen?.address).toMatch(/^https?:/);
        expect(found).toMatchObject([{ storeProductId: id, key: item().key }]);
      });
    }

    const { visibility } = lister.writer;
    it('takes from sight by id and shows again, and changes nothing else', async () => {
      const { access, context } = await open();
      const [made] = await lister.writer.create([item()], access, context);
      const id = made?.outcome === 'applied' ? made.storeProductId : '';
      await lister.writer.publish?.([{ ...item(), storeProductId: id, images: new Map() }], access, context);
      const [before] = await lister.reader.lookByIds([id], access, context);

      const [hidden] = await visibility.hide([id], 'archived', access, context);
      const [again] = await visibility.hide([id], 'archived', access, context);
      const [away] = await lister.reader.lookByIds([id], access, context);
      const [shown] = await visibility.show([id], access, context);
      const [back] = await lister.reader.lookByIds([id], access, context);

      expect([hidden, again, shown]).toMatchObject([
        { outcome: 'applied', storeProductId: id },
        { outcome: 'applied', storeProductId: id },
        { outcome: 'applied', storeProductId: id },
      ]);
      expect(away && visibility.isHidden(away)).toBe(true);
      expect(away?.address).toBeNull();
      expect(away).toMatchObject({ key: item().key, attemptId: item().attemptId, handle: before?.handle });
      expect(back && visibility.isHidden(back)).toBe(false);
      expect(back).toMatchObject({ hash: before?.hash, address: before?.address });
    });

    it('reports what is gone as missing, and brings it back by no change of its visibility', async () => {
      const { shop, access, context } = await open();
      const [made] = await lister.writer.create([item()], access, context);
      const id = made?.outcome === 'applied' ? made.storeProductId : '';
      await shop.remove(id);

      const outcomes = [
        ...(await visibility.hide([id], 'draft', access, context)),
        ...(await visibility.show([id], access, context)),
      ];

      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['missing', 'missing']);
      expect(await shop.count()).toBe(0);
    });

    it('an unclear answer is reported as an unknown outcome, and settled by a look', async () => {
      const { shop, access, context } = await open();
      const [made] = await lister.writer.create([item()], access, context);
      const id = made?.outcome === 'applied' ? made.storeProductId : '';
      shop.trouble({ kind: 'lost-after' });

      const [outcome] = await visibility.hide([id], 'draft', access, context);
      const [seen] = await lister.reader.lookByIds([id], access, context);

      expect(outcome?.outcome).toBe('unknown');
      expect(seen && visibility.isHidden(seen)).toBe(true);
    });
    if (lister.features.batchSize > 1) {
      it('carries a batch in one request, each item with an outcome of its own', async () => {
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

        const outcomes = await lister.writer.create(others, access, context);

        expect(outcomes.map(({ outcome }) => outcome)).toEqual(['applied', 'refused', 'applied']);
        expect(requests()).toBe(1);
        expect(await shop.count()).toBe(2);
      });
    }

    it('gives every product with a key of ours', async () => {
      const { access, context } = await open();
      await lister.writer.create([item()], access, context);
      const other = { ...product, handle: `${product.handle}-other` };
      await lister.writer.create([item({ key: 'bb-bbbbbbbbbbbbbbbb', product: other })], access, context);

      const seen: (string | null)[] = [];
      for await (const page of lister.reader.fullScan(access, context)) {
        seen.push(...page.map(({ key }) => key));
      }

      expect(seen.sort()).toEqual(['bb-aaaaaaaaaaaaaaaa', 'bb-bbbbbbbbbbbbbbbb']);
    });

    it('never shows a secret in an error', async () => {
      const { shop, access, context } = await open();
      const secrets = { ...access, credentials: { token: 'very-secret-token-0123456789' } };
      shop.trouble({ kind: 'token-revoked' });

      const failure = await lister.connector.identify(secrets, context).catch(AppError.from);

      expect(failure).toBeInstanceOf(AppError);
      expect(JSON.stringify(failure) + String(failure)).not.toContain('very-secret-token');
    });
  });
}

/** Reports whether a request changes something: all but those that read, by their method or by a GraphQL query. */
function isWrite(init: RequestInit | undefined): boolean {
  const document = typeof init?.body === 'string' ? init.body : '';
  return (init?.method ?? 'GET') !== 'GET' && !/^\{"query":"\s*(?:\\n|\s)*(?:query\b|\{)/.test(document);
}

/** Returns a context whose gate is open and whose rate limit is never reached; nothing waits. */
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
