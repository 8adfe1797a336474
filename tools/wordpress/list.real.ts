import type { StoreAccess } from '@bowerbird/platforms/listing/store/access';
import { gateIn } from '@bowerbird/platforms/net/gated';
import { contextWith } from '@bowerbird/platforms/testing/lister/bench';
import { describeLister } from '@bowerbird/platforms/testing/lister-suite';
import { lister } from '@bowerbird/platforms/wordpress/list/lister';
import { lamp, titled } from '@bowerbird/platforms/wordpress/list/testing';
import { type Fault, Faults, faultNumber } from '@bowerbird/simulators/simulation-faults';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardedFetch } from '../../apps/server/src/fetch/guarded-fetch.ts';
import { openWordpress, type WordpressSite } from './site.ts';

/** The server's own fetch, which sends each write through its gate. */
const toSite = guardedFetch({ allowedPrivateHosts: ['127.0.0.1'] });
let site: WordpressSite;

beforeAll(async () => {
  site = await openWordpress();
  site.permalinks('/%postname%/');
});
afterAll(() => site?.close());

const access = (): StoreAccess => ({
  domain: new URL(site.root).host,
  connection: 'application-password',
  credentials: { user: site.user, applicationPassword: site.applicationPassword },
  prepared: {},
});

/**
 * The network between us and the site, with its faults; the site itself is unchanged. As in the simulators, faults of
 * writes do not affect reads (`simulation-faults.ts`).
 */
function network() {
  const faults = new Faults(() => 0.5);
  const through: typeof fetch = async (input, init) => {
    const lost = () => new TypeError('fetch failed: the connection was lost');
    const status = faults.injectFault('status');
    if (status) {
      gateIn(init)?.();
      return new Response('<html>busy</html>', { status: faultNumber(status, 503) });
    }
    const isWrite = (init?.method ?? 'GET') !== 'GET';
    if (isWrite && faults.injectFault('lost-before')) {
      throw lost();
    }
    const revoked = faults.injectFault('token-revoked');
    const headers = new Headers(init?.headers);
    if (revoked) {
      headers.set('authorization', `Basic ${btoa('keeper:revoked')}`);
    }
    const answer = await toSite(input, { ...init, headers });
    if (isWrite && faults.injectFault('limit-though-applied')) {
      const reported = { code: 'rest_rate_limited', message: 'Too many requests.', data: { status: 429 } };
      return Response.json(reported, { status: 429, headers: { 'retry-after': '2' } });
    }
    const though = isWrite ? faults.injectFault('status-though-applied') : null;
    if (though) {
      return new Response('<html>busy</html>', { status: faultNumber(though, 502) });
    }
    if (isWrite && faults.injectFault('lost-after')) {
      throw lost();
    }
    return faults.injectFault('cut-body')
      ? new Response((await answer.text()).slice(0, 40), { status: answer.status })
      : answer;
  };
  return { faults, through };
}

describeLister({
  name: 'WordPress, the real one,',
  lister,
  product: lamp,
  refused: { product: titled('x'.repeat(70_000)), field: 'title' },
  store() {
    site.empty();
    const { faults, through } = network();
    return {
      access: access(),
      fetch: through,
      trouble: (fault: Fault) => faults.add(fault),
      count: () => site.count(),
      async remove(id) {
        const authorization = `Basic ${btoa(`${site.user}:${site.applicationPassword}`)}`;
        await fetch(`${site.root}/?rest_route=/wp/v2/posts/${id}&force=true`, {
          method: 'DELETE',
          headers: { authorization },
        });
      },
    };
  },
});

describe('a product listed to a real WordPress', () => {
  it('is read back as it was written, seen by nobody before it is published, and collected again as the same', async () => {
    site.empty();
    const context = contextWith(toSite);
    const { details } = await lister.connector.prepare(access(), context);
    const store = { ...access(), prepared: details };
    const [term] = lister.writer.terms?.of(lamp) ?? [];
    const parent = await lister.writer.terms?.make(
      { kind: 'category', path: ['Home'] },
      null,
      store,
      context,
    );
    const child = term && (await lister.writer.terms?.make(term, parent ?? null, store, context));
    const item = {
      attemptId: '019aa000-0000-7000-8000-000000000001',
      key: 'bb-aaaaaaaaaaaaaaaa',
      product: lamp,
      options: { status: 'active', publish: true } as const,
      terms: new Map(term && child ? [[JSON.stringify([term.kind, ...term.path]), child]] : []),
    };
    const [made] = await lister.writer.create([item], store, context);
    const id = made?.outcome === 'applied' ? made.storeProductId : '';
    const toReaders = async () =>
      ((await (await fetch(`${site.root}/wp-json/wp/v2/posts`)).json()) as { slug: string }[]).map(
        ({ slug }) => slug,
      );

    const before = await toReaders();
    const again = { ...item, storeProductId: id, images: new Map<string, string>() };
    const [shown] = (await lister.writer.publish?.([again], store, context)) ?? [];
    const [seen] = await lister.reader.lookByIds([id], store, context);

    expect(before).toEqual([]);
    expect(await toReaders()).toEqual([lamp.handle]);
    expect(shown).toMatchObject({ outcome: 'applied', address: `${site.root}/${lamp.handle}/` });
    // Publishing changes nothing of the content: what was read back then is what is there now.
    expect(made?.outcome === 'applied' && made.hash).toBe(seen?.hash);
  });
});
