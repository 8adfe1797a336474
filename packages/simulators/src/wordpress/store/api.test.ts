import { describe, expect, it } from 'vitest';
import { slugOf } from '../../store/wordpress-slug.ts';
import { readRequest, type SiteSettings, storeAnswer } from './api.ts';
import { SiteLedger } from './ledger.ts';

const settings: SiteSettings = { name: 'Practice', user: 'keeper', applicationPassword: 'abcd efgh' };
const signedIn = { authorization: `Basic ${btoa('keeper:abcdefgh')}` };

function openSite() {
  const ledger = new SiteLedger();
  return async (method: string, path: string, body?: object, headers: Record<string, string> = signedIn) => {
    const [route = '', query = ''] = path.split('?');
    const request = new Request(`http://site.localhost${route}?${query}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const requested = await readRequest(request, route, settings);
    return storeAnswer(requested, { settings, ledger, now: Date.UTC(2026, 10, 20) });
  };
}

// These expectations are answers of a real WordPress 6.1.9: tools/wordpress compares both.
describe('a simulated WordPress site that is written to', () => {
  it('lets drafts hold their slugs, and suffixes those of others', async () => {
    const call = openSite();
    await call('POST', '/wp/v2/posts', { title: 'A', status: 'draft', slug: 'bb-key' });

    const second = await call('POST', '/wp/v2/posts', { title: 'B', status: 'draft', slug: 'bb-key' });
    const shown = await call('GET', '/wp/v2/posts?slug=bb-key&status=any');
    const toShoppers = await call('GET', '/wp/v2/posts?slug=bb-key', undefined, {});

    expect(second).toMatchObject({ status: 201, body: { slug: 'bb-key-2' } });
    expect(shown.body).toMatchObject([{ slug: 'bb-key', status: 'draft' }]);
    expect(toShoppers.body).toEqual([]);
  });

  it('renames what is trashed, so that a look by its slug misses it', async () => {
    const call = openSite();
    await call('POST', '/wp/v2/posts', { title: 'A', status: 'publish', slug: 'lamp' });

    const trashed = await call('DELETE', '/wp/v2/posts/4');

    expect(trashed).toMatchObject({ status: 200, body: { slug: 'lamp__trashed', status: 'trash' } });
    expect((await call('GET', '/wp/v2/posts?slug=lamp&status=trash')).body).toEqual([]);
    expect((await call('GET', '/wp/v2/posts?slug=lamp__trashed&status=trash')).body).toHaveLength(1);
    expect(await call('DELETE', '/wp/v2/posts/4')).toMatchObject({ status: 410 });
    expect(await call('DELETE', '/wp/v2/posts/4?force=true')).toMatchObject({ body: { deleted: true } });
    expect(await call('POST', '/wp/v2/posts/4', { title: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'rest_post_invalid_id' },
    });
  });

  it('writes for nobody who did not sign in', async () => {
    const call = openSite();
    const wrong = { authorization: `Basic ${btoa('keeper:wrong')}` };

    for (const headers of [{}, wrong]) {
      expect(await call('POST', '/wp/v2/posts', { title: 'A' }, headers)).toMatchObject({
        status: 401,
        body: { code: 'rest_cannot_create' },
      });
      expect(await call('GET', '/wp/v2/users/me', undefined, headers)).toMatchObject({ status: 401 });
    }
    expect(await call('GET', '/wp/v2/posts?status=any', undefined, {})).toMatchObject({ status: 400 });
  });

  it('gives each request of a batch its own outcome', async () => {
    const call = openSite();
    const post = (slug: string, status = 'draft') => ({
      method: 'POST',
      path: '/wp/v2/posts',
      body: { title: slug, slug, status },
    });

    const answer = await call('POST', '/batch/v1', { requests: [post('a'), post('b', 'nope'), post('c')] });

    expect(answer).toMatchObject({
      status: 207,
      body: { responses: [{ status: 201 }, { status: 400 }, { status: 201, body: { slug: 'c' } }] },
    });
    expect(await call('POST', '/batch/v1', { requests: Array(26).fill(post('x')) })).toMatchObject({
      status: 400,
    });
  });

  it('has a category once under each parent, and says which one it is', async () => {
    const call = openSite();
    const made = await call('POST', '/wp/v2/categories', { name: 'Lamps' });
    const again = await call('POST', '/wp/v2/categories', { name: 'lamps' });

    expect(made).toMatchObject({ status: 201, body: { id: 2 } });
    expect(again).toMatchObject({ status: 400, body: { code: 'term_exists', data: { term_id: 2 } } });
    expect(await call('POST', '/wp/v2/categories', { name: 'Lamps', parent: 2 })).toMatchObject({
      body: { slug: 'lamps-2' },
    });
  });

  it.each([
    ['Größe & Café', 'grose-cafe'],
    ['陶瓷-杯', '%e9%99%b6%e7%93%b7-%e6%9d%af'],
    ['--a--b--', 'a-b'],
    [`x${'y'.repeat(300)}`, `x${'y'.repeat(199)}`],
  ])('makes of %s the slug that WordPress makes', (given, slug) => {
    expect(slugOf(given)).toBe(slug);
  });
});
