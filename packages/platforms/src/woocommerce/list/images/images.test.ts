import { describe, expect, it } from 'vitest';
import { libraryOf } from '../../../listing/writer.ts';
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

type Open = Awaited<ReturnType<typeof preparedStore>>;

function pictured(handle: string, names: readonly string[], alt = ''): typeof mug {
  const images = names.map((name) => ({
    url: `https://pictures.example/${name}.jpg?v=1`,
    alt,
    width: null,
    height: null,
  }));
  return { ...mug, title: `The ${handle}`, handle, images };
}

/** The file's name as an address without words ends. */
function signedName(number: number): string {
  return `${'s'.repeat(22)}-0190a0b0-0000-7000-8000-00000000000${number}.jpg`;
}

/** A product with one image that the merchant uploaded, and that a store without our access fetches from us. */
function uploaded(number: number, alt: string): typeof mug {
  const url = `https://bower.example/shop-reptile/api/public-images/${signedName(number)}`;
  return { ...pictured('mug', []), images: [{ url, alt, width: null, height: null }] };
}

/** The same store as a later run sees it, which knows nothing of the one before. */
function later(open: Open): Open {
  return { ...open, access: { ...open.access, prepared: { ...open.access.prepared } } };
}

function files({ store }: Open) {
  return [...store.ledger.files.values()];
}

function imagesOf({ store }: Open, outcome: Parameters<typeof idOf>[0]): (string | undefined)[] {
  return (store.ledger.products.get(Number(idOf(outcome)))?.images ?? []).map(
    (id) => store.ledger.files.get(id)?.name,
  );
}

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

it('an image of two addresses, or twice in a product, is no product that is never whole', async () => {
  const open = await preparedStore({ connection: 'application-password' });
  const put = await libraryOf(lister.writer)?.put(
    { name: 'mug-bb-0123456789abcdef.jpg', type: 'image/jpeg', bytes: new Uint8Array([255]), alt: 'A mug' },
    open.access,
    open.context,
  );
  const stored = put?.outcome === 'applied' ? put.image : { id: '', address: '' };
  const product = pictured('mug', ['a', 'b', 'a']);
  const given = { ...item(product), library: new Map(product.images.map(({ url }) => [url, stored])) };

  const [made] = await lister.writer.create([given], open.access, open.context);
  const [seen] = await lister.reader.lookByIds([idOf(made)], open.access, open.context);

  expect(made).not.toHaveProperty('partial');
  expect(seen).not.toHaveProperty('partial');
});

/** A product with these images in the library, each under a file of its own. */
function fromLibrary(open: Open, product: typeof mug, number: number) {
  const library = new Map<string, { id: string; address: string }>();
  for (const { url } of product.images) {
    const name = `shirt-bb-${url.length.toString(16).padStart(16, '0')}.jpg`;
    const there = files(open).find((file) => file.name === name);
    const file = there ?? open.store.ledger.addFile(name, 'Shirt', 'Shirt', 0, name.slice(6, -4));
    library.set(url, { id: String(file.id), address: `https://moss.localhost/${name}` });
  }
  return { ...item(product, number), library };
}

describe('images from the library', () => {
  it('that a new edition does not have are not left in the product', async () => {
    const open = await preparedStore({ connection: 'application-password' });
    const [made] = await listThrough(fromLibrary(open, pictured('mug', ['a', 'bb']), 1), open);

    const next = fromLibrary(open, pictured('mug', ['bb', 'ccc']), 2);
    await makeWhole(next, partialBound(idOf(made)), later(open));

    expect(imagesOf(open, made)).toEqual([...next.library.values()].map(({ id }) => fileName(open, id)));
  });

  it('that were stored twice are shown once', async () => {
    const open = await preparedStore({ connection: 'application-password' });
    const given = fromLibrary(open, pictured('mug', ['a']), 1);
    const [made] = await listThrough(given, open);
    const second = open.store.ledger.addFile('shirt-bb-0123456789abcdef-1.jpg', 'Shirt', 'Shirt', 0);

    const library = new Map(
      [...given.library].map(([url, stored]) => [url, { ...stored, id: String(second.id) }]),
    );
    await makeWhole({ ...given, ...item(given.product, 2), library }, partialBound(idOf(made)), later(open));

    expect(imagesOf(open, made)).toEqual(['shirt-bb-0123456789abcdef-1.jpg']);
  });

  it('of a product that was listed before its images were noted are known by the names of their files', async () => {
    const open = await preparedStore({ connection: 'application-password' });
    const [made] = await listThrough(fromLibrary(open, pictured('mug', ['a', 'bb']), 1), open);
    const product = open.store.ledger.products.get(Number(idOf(made)));
    const theirs = open.store.ledger.addFile('theirs.jpg', 'Theirs', '', 0);
    if (product) {
      const meta = product.meta.filter(({ key }) => key !== '_bowerbird_images');
      open.store.ledger.put({ ...product, meta, images: [...product.images, theirs.id] });
    }

    const next = fromLibrary(open, pictured('mug', ['bb']), 2);
    await makeWhole(next, partialBound(idOf(made)), later(open));

    expect(imagesOf(open, made)).toEqual([
      ...[...next.library.values()].map(({ id }) => fileName(open, id)),
      'theirs.jpg',
    ]);
  });
});

function fileName({ store }: Open, id: string): string | undefined {
  return store.ledger.files.get(Number(id))?.name;
}

it('an image in the library is called by its words, and found by the mark in the name of its file', async () => {
  const open = await preparedStore({ connection: 'application-password' });
  const name = 'linen-shirt-red-bb-0123456789abcdef.jpg';

  await libraryOf(lister.writer)?.put(
    { name, type: 'image/jpeg', bytes: new Uint8Array([255]), alt: 'Linen shirt, “red”' },
    open.access,
    open.context,
  );
  const found = await libraryOf(lister.writer)?.find(
    ['bb-0123456789abcdef.jpg', 'another-bb-ffffffffffffffff.jpg', name],
    open.access,
    open.context,
  );

  expect(files(open)).toMatchObject([{ name, title: 'Linen shirt, “red”', alt: 'Linen shirt, “red”' }]);
  expect([...(found?.keys() ?? [])].sort()).toEqual(['bb-0123456789abcdef.jpg', name]);
});

/** Reads the store as the look-up at the beginning of a run does. */
async function read(open: Open): Promise<Open> {
  for await (const _ of lister.reader.fullScan(open.access, open.context)) {
    // What is read is learned.
  }
  return open;
}
