import { describe, expect, it } from 'vitest';
import { contextWith } from '../../testing/lister/bench.ts';
import { lister } from './lister.ts';
import { freshStore, item, mug, preparedStore } from './testing.ts';

describe('connecting', () => {
  it.each([
    ['https://shop.example/wp-admin/edit.php?post_type=product', 'shop.example'],
    ['shop.example/store/', 'shop.example/store'],
    ['nothing', null],
  ])('reads the store out of %s', (pasted, domain) => {
    expect(lister.connector.domainOf(pasted)).toBe(domain);
  });

  it('says who the store is and what keys may do', async () => {
    const { requested } = freshStore({ store: { currency: 'EUR' } });

    expect(await lister.connector.identify(requested.access, contextWith(requested.fetch))).toMatchObject({
      identity: 'moss.localhost:8901',
      name: 'Moss',
      currency: 'EUR',
      rights: [
        { right: 'read', held: true },
        { right: 'write', needed: true, held: true },
        { right: 'upload_files', needed: false, held: false },
      ],
    });
  });

  it('says what the person behind an application password may do', async () => {
    const { requested } = freshStore({ connection: 'application-password' });

    const { rights } = await lister.connector.identify(requested.access, contextWith(requested.fetch));

    expect(rights.filter(({ held }) => !held)).toEqual([]);
    expect(rights.map(({ right }) => right)).toContain('upload_files');
  });

  it('names keys that may only read before anything is listed, and writes nothing to find out', async () => {
    const { store, requested } = freshStore({ store: { keyMay: 'read' } });
    const context = contextWith(requested.fetch);

    const { rights } = await lister.connector.identify(requested.access, context);
    const { details } = await lister.connector.prepare(requested.access, context);
    const [outcome] = await lister.writer.create(
      [item(mug)],
      { ...requested.access, prepared: details },
      context,
    );

    expect(rights).toContainEqual({ right: 'write', needed: true, held: false });
    expect(outcome).toMatchObject({ outcome: 'refused', faults: [{ code: 'store.scope-missing' }] });
    expect(store.view().history).toEqual([]);
  });

  it.each([
    ['rest-keys', { consumerSecret: 'cs_wrong' }, {}, 'store.credentials-wrong'],
    ['rest-keys', { consumerKey: 'ck_wrong' }, {}, 'store.credentials-wrong'],
    ['application-password', { applicationPassword: 'wrong' }, {}, 'store.credentials-wrong'],
    ['application-password', {}, { role: 'subscriber' }, 'store.scope-missing'],
    ['rest-keys', { consumerSecret: 'cs_wrong' }, { https: false }, 'store.credentials-wrong'],
    ['rest-keys', { consumerKey: 'ck_wrong' }, { https: false }, 'store.credentials-wrong'],
    ['rest-keys', {}, { https: false, cutsSignature: true }, 'store.https-needed'],
  ] as const)('names what is wrong: %s %o %o', async (connection, wrong, settings, code) => {
    const { requested } = freshStore({ connection, store: settings });
    const access = { ...requested.access, credentials: { ...requested.access.credentials, ...wrong } };

    await expect(lister.connector.identify(access, contextWith(requested.fetch))).rejects.toMatchObject({
      code,
    });
  });

  it('signs in by the address where the server takes the header away', async () => {
    const { access, context, store } = await preparedStore({ store: { dropsHeader: true } });

    const [outcome] = await lister.writer.create([item(mug)], access, context);

    expect(outcome?.outcome).toBe('applied');
    expect(store.view().products).toHaveLength(1);
  });
});
