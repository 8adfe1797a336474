import { describe, expect, it } from 'vitest';
import { libraryOf } from '../../../listing/writer.ts';
import { lister } from '../lister.ts';
import { item, listThrough, preparedStore } from '../testing.ts';
import {
  files,
  imagesOf,
  later,
  type Open,
  pictured,
  signedName,
  uploaded,
} from './testing/pictured-products.ts';

describe('images that the store fetched for a product that never came to be', () => {
  /** A store that was interrupted there, with what was sent. */
  async function interrupted(at: string, names = ['a', 'b', 'c']) {
    const open = await preparedStore();
    const given = item(pictured('mug', names));
    open.store.faults.add({ kind: 'partial', value: at });
    const [lost] = await lister.writer.create([given], open.access, open.context);
    expect(lost).toMatchObject({ outcome: 'unknown' });
    expect(open.store.view().products).toHaveLength(0);
    expect(files(open)).toHaveLength(1);
    return { open, given };
  }

  it.each(['image', 'named-image'])('are used by the next request, left as %s', async (at) => {
    const { open, given } = await interrupted(at);

    const same = later(open);
    await libraryFind(given, same);
    const made = await listThrough(given, same);

    expect(made.at(-1)).toMatchObject({ outcome: 'applied' });
    expect(imagesOf(open, made[0])).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
    expect(files(open).map(({ title, alt }) => [title, alt])).toEqual(Array(3).fill(['The mug', 'The mug']));
  });

  it.each(['red-mug', signedName(1).replace('.jpg', '')])(
    'are used by the next request where they were uploaded, and the file is called %s',
    async (name) => {
      const open = await preparedStore();
      const given = item(uploaded(1, 'Red mug'));
      open.store.faults.add({ kind: 'partial', value: 'image' });
      await lister.writer.create([given], open.access, open.context);
      for (const file of files(open)) {
        open.store.ledger.files.set(file.id, { ...file, name: `${name}.jpg`, title: name, slug: name });
      }

      const same = later(open);
      await libraryFind(given, same);
      const [made] = await listThrough(given, same);

      expect(imagesOf(open, made)).toEqual([`${name}.jpg`]);
      expect(files(open)).toHaveLength(1);
    },
  );

  it('are left alone where they were not finished, as they have no sizes', async () => {
    const { open, given } = await interrupted('bare-image', ['a']);

    await libraryFind(given, open);
    const [made] = await listThrough(given, open);

    expect(imagesOf(open, made)).toEqual(['a-1.jpg']);
  });

  it('are not taken for those of another product, or of the merchant, with files of the same name', async () => {
    const open = await preparedStore();
    open.store.ledger.addFile('a.jpg', 'a.jpg', 'The mug', 0);
    const given = item(pictured('mug', ['a']));

    await libraryFind(given, open);
    const [made] = await listThrough(given, open);

    expect(imagesOf(open, made)).toEqual(['a-1.jpg']);
  });
});

async function libraryFind({ product }: ReturnType<typeof item>, open: Open): Promise<void> {
  await libraryOf(lister.writer)?.findStrays?.(product, open.access, open.context);
}
