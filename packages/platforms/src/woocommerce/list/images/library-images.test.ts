import type { Product } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import { libraryOf } from '../../../listing/writer.ts';
import { lister } from '../lister.ts';
import { idOf, item, listThrough, makeWhole, partialBound, preparedStore } from '../testing.ts';
import { files, imagesOf, later, type Open, pictured } from './testing/pictured-products.ts';

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
function fromLibrary(open: Open, product: Product, number: number) {
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
