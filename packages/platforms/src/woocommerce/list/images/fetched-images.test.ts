import { describe, expect, it } from 'vitest';
import { lister } from '../lister.ts';
import {
  hoodie,
  idOf,
  item,
  listThrough,
  makeWhole,
  mug,
  partialBound,
  preparedStore,
  show,
} from '../testing.ts';
import { files, imagesOf, later, type Open, pictured, uploaded } from './testing/pictured-products.ts';

describe('images that the store fetches by their addresses', () => {
  it('are called by words that shoppers may read, by the time they are seen', async () => {
    const open = await preparedStore();

    const outcomes = await listThrough(item(pictured('mug', ['a', 'b', 'c', 'd', 'e'])), open);
    await listThrough(item(pictured('cup', ['f'], 'A cup, from above'), 2), open);

    expect(outcomes.at(-1)).toMatchObject({ outcome: 'applied' });
    expect(files(open).map(({ title, alt }) => [title, alt])).toEqual([
      ...Array(5).fill(['The mug', 'The mug']),
      ['A cup, from above', 'A cup, from above'],
    ]);
    expect(open.store.view().products.map(({ images }) => images.length)).toEqual([5, 1]);
  });

  it('that were uploaded are files with readable names, and stay the same images under every text', async () => {
    const open = await preparedStore();
    const [made] = await listThrough(item(uploaded(1, 'Red mug, from above')), open);
    const before = files(open);

    await makeWhole(item(uploaded(1, 'Red mug with a lid'), 2), partialBound(idOf(made)), later(open));
    await listThrough(item({ ...uploaded(2, '一个杯子'), title: '杯子', handle: 'bei-zi' }, 3), later(open));

    expect(before.map(({ name }) => name)).toEqual(['red-mug-from-above.jpg']);
    expect(files(open).map(({ name }) => name)).toEqual(['red-mug-from-above.jpg', 'bei-zi.jpg']);
    expect(imagesOf(open, made)).toEqual(['red-mug-from-above.jpg']);
  });

  it('are known again by an update, whatever they are called now, and not stored twice', async () => {
    const open = await preparedStore();
    const [made] = await listThrough(item(pictured('mug', ['a', 'b', 'c'])), open);
    for (const file of files(open)) {
      open.store.ledger.files.set(file.id, { ...file, title: 'Renamed by the merchant' });
    }

    await makeWhole(item(pictured('mug', ['c', 'a']), 2), partialBound(idOf(made)), later(open));

    expect(imagesOf(open, made)).toEqual(['c.jpg', 'a.jpg']);
    expect(files(open)).toHaveLength(3);
  });

  it('that are new on a product that shoppers see are whole only with a name for them', async () => {
    const open = await preparedStore();
    const [made] = await listThrough(item(pictured('mug', ['a'])), open);

    const whole = await makeWhole(
      item(pictured('mug', ['a', 'b']), 2),
      partialBound(idOf(made)),
      later(open),
    );

    expect(whole).not.toHaveProperty('partial');
    expect(files(open).map(({ title }) => title)).toEqual(['The mug', 'The mug']);
  });

  it('stand once in the store, in whichever products they are shown', async () => {
    const open = await preparedStore();
    const names = ['a', 'b', 'c', 'd', 'e'];
    const items = ['one', 'two', 'three'].map((handle, at) => item(pictured(handle, names), at + 1));

    const made = await lister.writer.create(items, open.access, open.context);
    for (const [at, each] of items.entries()) {
      await makeWhole(each, made[at], open);
      await show(each, idOf(made[at]), open);
    }
    const [fourth] = await listThrough(item(pictured('four', names), 4), await read(later(open)));

    expect(files(open)).toHaveLength(5);
    expect(new Set(files(open).map(({ title }) => title))).toEqual(new Set(['The one']));
    for (const outcome of [...made, fourth]) {
      expect(imagesOf(open, outcome)).toEqual(names.map((name) => `${name}.jpg`));
    }
  });

  it('are fetched once more where the merchant has deleted them, and nothing is refused for that', async () => {
    const open = await preparedStore();
    await listThrough(item(pictured('one', ['a', 'b']), 1), open);
    const [first] = files(open);
    open.store.ledger.files.delete(first?.id ?? 0);

    const [refused] = await lister.writer.create(
      [item(pictured('two', ['a', 'b']), 2)],
      open.access,
      open.context,
    );
    const [made, whole] = await listThrough(item(pictured('two', ['a', 'b']), 2), open);

    expect(refused).toEqual({ outcome: 'throttled', waitMs: 0 });
    expect(whole).toMatchObject({ outcome: 'applied' });
    expect(imagesOf(open, made)).toEqual(['a.jpg', 'b.jpg']);
    expect(files(open)).toHaveLength(2);
  });

  it('of variations are fetched once more too', async () => {
    const open = await preparedStore();
    const [made] = await listThrough(item(hoodie), open);
    const id = Number(idOf(made));
    const shown = new Set(open.store.ledger.products.get(id)?.images);
    for (const image of shown) {
      open.store.ledger.files.delete(image);
    }

    const whole = await makeWhole(item({ ...hoodie, title: 'New' }, 2), partialBound(String(id)), open);

    expect(whole).toMatchObject({ outcome: 'applied' });
    const images = open.store.ledger.products.get(id)?.images ?? [];
    expect(images.map((one) => open.store.ledger.files.get(one)?.name)).toEqual(['blue.jpg', 'red.jpg']);
    expect(open.store.ledger.variationsOf(id).map(({ images: own }) => own[0])).toEqual(
      [0, 0, 1, 1].map((place) => images[place]),
    );
  });

  it('are brought by another product where the first one never did', async () => {
    const open = await preparedStore();
    open.store.faults.add({ kind: 'refuse', value: 'a_plugin_says_no', matching: 'one' });
    const items = ['one', 'two'].map((handle, at) => item(pictured(handle, ['a']), at + 1));

    const made = await lister.writer.create(items, open.access, open.context);
    const whole = await makeWhole(items[1] ?? item(mug), made[1], open);

    expect(made.map(({ outcome }) => outcome)).toEqual(['unknown', 'applied']);
    expect(whole).not.toHaveProperty('partial');
    expect(imagesOf(open, whole)).toEqual(['a.jpg']);
  });

  it('of the merchant stay on a product, behind ours', async () => {
    const open = await preparedStore();
    const [made] = await listThrough(item(pictured('mug', ['a'])), open);
    const theirs = open.store.ledger.addFile('theirs.jpg', 'Theirs', '', 0);
    const product = open.store.ledger.products.get(Number(idOf(made)));
    if (product) {
      open.store.ledger.put({ ...product, images: [theirs.id, ...product.images] });
    }

    await makeWhole(item(pictured('mug', ['a', 'b']), 2), partialBound(idOf(made)), later(open));

    expect(imagesOf(open, made)).toEqual(['a.jpg', 'b.jpg', 'theirs.jpg']);
  });
});

/** Reads the store as the look-up at the beginning of a run does. */
async function read(open: Open): Promise<Open> {
  for await (const _ of lister.reader.fullScan(open.access, open.context)) {
    // What is read is learned.
  }
  return open;
}
