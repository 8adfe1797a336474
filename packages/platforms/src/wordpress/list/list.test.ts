import { fetchFrom } from '@bowerbird/simulators/simulation';
import type { Fault } from '@bowerbird/simulators/simulation-faults';
import { createWordpressSite } from '@bowerbird/simulators/wordpress/shop';
import { describe, expect, it } from 'vitest';
import { libraryOf } from '../../listing/writer.ts';
import { contextWith, type ListerStore } from '../../testing/lister/bench.ts';
import { describeLister } from '../../testing/lister-suite.ts';
import { lister } from './lister.ts';
import { lamp, titled } from './testing.ts';

function freshSite() {
  const site = createWordpressSite({ name: 'practice' });
  const fetch = fetchFrom(new Map([['practice.localhost', site]]));
  const store: ListerStore = {
    access: {
      domain: 'practice.localhost:8901',
      connection: 'application-password',
      credentials: { user: site.settings.user, applicationPassword: site.settings.applicationPassword },
      prepared: {},
    },
    fetch,
    trouble: (fault: Fault) => site.faults.add(fault),
    count: () => site.view().posts.filter(({ type }) => type === 'post').length,
    remove: (id) => {
      const post = site.ledger.posts.get(Number(id));
      if (post) {
        site.ledger.remove(post);
      }
    },
  };
  return { site, store };
}

describeLister({
  name: 'WordPress',
  lister,
  store: () => freshSite().store,
  product: lamp,
  refused: { product: titled('x'.repeat(70_000)), field: 'title' },
});

const item = {
  attemptId: '019aa000-0000-7000-8000-000000000001',
  key: 'bb-aaaaaaaaaaaaaaaa',
  product: lamp,
  options: { status: 'active', publish: true, buyLink: 'https://shop.example/p/{handle}?sku={sku}' },
} as const;

async function prepared() {
  const { site, store } = freshSite();
  const context = contextWith(store.fetch);
  const { details } = await lister.connector.prepare(store.access, context);
  return { site, access: { ...store.access, prepared: details }, context };
}

describe('a product as a post', () => {
  it('tells its words, its price, its choices and where it is bought', async () => {
    const { site, access, context } = await prepared();

    await lister.writer.create([item], access, context);

    const [post] = site.view().posts;
    expect(post).toMatchObject({ title: lamp.title, status: 'draft', slug: item.key });
    for (const part of [
      'data-bowerbird="bb-aaaaaaaaaaaaaaaa"',
      lamp.descriptionHtml,
      '<strong>39.00 EUR – 45.00 EUR</strong>',
      '<th>Colour</th>',
      '<td>Black &amp; brass</td><td>45.00 EUR</td>',
      'href="https://shop.example/p/desk-lamp?sku=LAMP-1"',
    ]) {
      expect(post?.content).toContain(part);
    }
  });

  it('shows its pictures from the site itself, the first as the featured one', async () => {
    const { site, access, context } = await prepared();
    const bytes = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]);
    const put = await libraryOf(lister.writer)?.put(
      { name: 'bb-0123456789abcdef.jpg', type: 'image/jpeg', bytes, alt: 'Lamp' },
      access,
      context,
    );
    const found = await libraryOf(lister.writer)?.find(
      ['bb-0123456789abcdef.jpg', 'bb-ffff.jpg'],
      access,
      context,
    );
    const image = put?.outcome === 'applied' ? put.image : { id: '', address: '' };
    const library = new Map(lamp.images.map(({ url }) => [url, image]));

    await lister.writer.create([{ ...item, library }], access, context);

    expect(found).toEqual(new Map([['bb-0123456789abcdef.jpg', image]]));
    const post = site.view().posts.find(({ type }) => type === 'post');
    expect(post?.featuredMedia).toBe(Number(image.id));
    expect(post?.content).toContain(`src="${image.address}"`);
  });

  it('finds its categories down their path, and makes what is missing once', async () => {
    const { site, access, context } = await prepared();
    const { terms } = lister.writer;
    const requested = terms?.of(lamp) ?? [];
    const home = { kind: 'category' as const, path: ['Home'] };
    const lamps = { kind: 'category' as const, path: ['Home', 'Lamps & more'] };

    expect(requested).toEqual([lamps, { kind: 'tag', path: ['desk'] }]);
    expect(await terms?.find([home, lamps], access, context)).toEqual([null, null]);
    const parent = (await terms?.make(home, null, access, context)) ?? '';
    const child = await terms?.make(lamps, parent, access, context);
    const again = await terms?.make(lamps, parent, access, context);

    expect(again).toBe(child);
    expect(await terms?.find([home, lamps], access, context)).toEqual([parent, child]);
    expect([...site.ledger.terms.values()].filter(({ name }) => name === 'Lamps & more')).toHaveLength(1);
  });
});

describe('what is found of ours', () => {
  it('tells a post that was cut off before its text was written as half-made', async () => {
    const { site, access, context } = await prepared();
    site.ledger.create({ title: lamp.title, slug: item.key, status: 'draft' }, 1, Date.now());

    const [found] = await lister.reader.look(
      [{ key: item.key, storeProductId: null, handle: lamp.handle, skus: [], since: Date.now() }],
      access,
      context,
    );

    expect(found).toMatchObject([{ key: item.key, attemptId: null, partial: true, address: null }]);
  });

  it('finds what the owner threw into the trash, where the slug is another', async () => {
    const { access, context, site } = await prepared();
    await lister.writer.create([item], access, context);
    const post = site.view().posts[0];
    if (post) {
      site.ledger.trash(post, Date.now());
    }

    const [found] = await lister.reader.look(
      [{ key: item.key, storeProductId: null, handle: lamp.handle, skus: [], since: null }],
      access,
      context,
    );

    expect(found).toMatchObject([{ key: item.key, status: 'trash' }]);
  });

  it('shows a stranger who holds our address, without our key', async () => {
    const { access, context, site } = await prepared();
    site.ledger.create({ title: 'Theirs', slug: lamp.handle, status: 'publish' }, 1, Date.now());

    const [found] = await lister.reader.look(
      [{ key: item.key, storeProductId: null, handle: lamp.handle, skus: [], since: null }],
      access,
      context,
    );

    expect(found).toMatchObject([{ key: null, handle: lamp.handle }]);
  });
});

describe('connecting', () => {
  it.each([
    ['https://blog.example/wp-admin/profile.php', 'blog.example'],
    ['blog.example/', 'blog.example'],
    ['https://site.example/blog/', 'site.example/blog'],
    ['http://127.0.0.1:8080', '127.0.0.1:8080'],
    ['nothing', null],
  ])('reads the site out of %s', (pasted, domain) => {
    expect(lister.connector.domainOf(pasted)).toBe(domain);
  });

  it('says who the site is and what the person may do, and names a wrong password', async () => {
    const { store } = freshSite();
    const context = contextWith(store.fetch);
    const wrong = { ...store.access, credentials: { user: 'keeper', applicationPassword: 'no' } };

    expect(await lister.connector.identify(store.access, context)).toMatchObject({
      identity: 'practice.localhost:8901',
      rights: expect.arrayContaining([{ right: 'publish_posts', needed: true, held: true }]),
    });
    await expect(lister.connector.identify(wrong, context)).rejects.toMatchObject({
      code: 'store.credentials-wrong',
      params: { field: 'applicationPassword' },
    });
  });
});
