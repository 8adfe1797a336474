import { expect, it } from 'vitest';
import type { ListerContext } from '../../listing/store/access.ts';
import { libraryOf } from '../../listing/writer.ts';
import { type GatedInit, gateIn } from '../../net/gated.ts';
import { TooLate } from '../../net/too-late.ts';
import { isWrite, type ListerBench } from './bench.ts';

/** Nothing is written but through the gate. */
export function testGate({ lister, item, open }: ListerBench): void {
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
}
