import { readRequest, type SiteSettings, storeAnswer } from '@bowerbird/simulators/wordpress/store/api';
import { SiteLedger } from '@bowerbird/simulators/wordpress/store/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWordpress, type WordpressSite } from './site.ts';

/** The part of an answer in which two sites must agree. */
interface Reported {
  status: number;
  body: unknown;
}
type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reported>;

const image = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);

let site: WordpressSite;
let real: Call;
let simulated: Call;

beforeAll(async () => {
  site = await openWordpress();
  site.permalinks('/%postname%/');
  const authorization = `Basic ${btoa(`${site.user}:${site.applicationPassword}`)}`;
  real = (method, path, body, headers = {}) =>
    reported(fetch(requestTo(site.root, method, path, body, { authorization, ...headers })));

  const ledger = new SiteLedger();
  const settings: SiteSettings = {
    name: 'Practice',
    user: site.user,
    applicationPassword: site.applicationPassword,
  };
  simulated = async (method, path, body, headers = {}) => {
    const request = requestTo('http://site.localhost', method, path, body, { authorization, ...headers });
    const route = new URL(request.url).searchParams.get('rest_route') ?? '/';
    const requested = await readRequest(request, route, settings);
    const { status, body: answered } = storeAnswer(requested, {
      settings,
      ledger,
      now: Date.now(),
    });
    return { status, body: JSON.parse(JSON.stringify(answered)) };
  };
});
afterAll(() => site?.close());

function requestTo(
  root: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Request {
  const bytes = body instanceof Uint8Array ? new Uint8Array(body) : null;
  const isJson = body !== undefined && bytes === null;
  return new Request(`${root}/?rest_route=${path.replace('?', '&')}`, {
    method,
    headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: bytes ?? (typeof body === 'string' ? body : JSON.stringify(body)) }),
  });
}

async function reported(answer: Promise<Response>): Promise<Reported> {
  const response = await answer;
  return { status: response.status, body: await response.json() };
}

/** Sends the same requests to both, in the same order; what `pick` takes of their answers must be equal. */
async function both(
  pick: (reported: Reported) => unknown,
  method: string,
  path: string | ((ids: readonly number[]) => string),
  body?: unknown,
  headers?: Record<string, string>,
): Promise<unknown> {
  const [ofReal, ofSimulated] = await Promise.all(
    [real, simulated].map(async (call, at) => {
      const where = typeof path === 'string' ? path : path(made.map((ids) => ids[at] ?? 0));
      return await call(method, where, body, headers);
    }),
  );
  if (ofReal === undefined || ofSimulated === undefined) {
    throw new Error('both answer');
  }
  const ids = [ofReal, ofSimulated].map(({ body: sent }) => (sent as { id?: number }).id ?? 0);
  if (ids.every((id) => id > 0) && method === 'POST' && ofReal.status === 201) {
    made.push(ids);
  }
  expect(pick(ofSimulated)).toEqual(pick(ofReal));
  return pick(ofReal);
}

/** Ids of what was created, in order: of the real site, and of the simulated one. */
let made: number[][] = [];

const fields =
  (...names: string[]) =>
  ({ status, body }: Reported) => [
    status,
    ...names.map((name) => {
      const value = (body as Record<string, unknown>)[name];
      return isRaw(value) ? value.raw : value;
    }),
  ];
const isRaw = (value: unknown): value is { raw: unknown } =>
  typeof value === 'object' && value !== null && 'raw' in value;
const rows =
  (...names: string[]) =>
  ({ status, body }: Reported) => [
    status,
    // Created within one second, they can be in any order.
    (body as Record<string, unknown>[]).map((row) => names.map((name) => row[name])).sort(),
  ];
const fault = fields('code', 'message', 'data');
/** Returns the names of a body's fields; what a newer version adds is no difference. */
const keys = ({ status, body }: Reported) => [status, Object.keys(body as object).sort()];

const key = 'bb-aaaaaaaaaaaaaaaa';

describe('what the simulated site answers to writes, held against a real one', () => {
  it('takes posts and gives them back with the same fields', async () => {
    made = [];
    await both(keys, 'POST', '/wp/v2/posts', { title: 'A lamp', content: 'x', status: 'draft' });
    await both(fields('slug', 'status', 'title'), 'POST', '/wp/v2/posts', {
      title: 'A lamp',
      content: '<div data-bowerbird="bb-x" onclick="x()"><p>Hi</p><script>alert(1)</script></div>',
      status: 'draft',
      slug: key,
    });
    await both(
      fields('content', 'categories', 'tags'),
      'GET',
      (ids) => `/wp/v2/posts/${ids[1]}?context=edit`,
    );
  });

  it('suffixes a slug that is held, of drafts too, and finds each by its own', async () => {
    made = [];
    await both(fields('slug'), 'POST', '/wp/v2/posts', { title: 'B', status: 'draft', slug: `${key}x` });
    await both(fields('slug'), 'POST', '/wp/v2/posts', { title: 'B', status: 'draft', slug: `${key}x` });
    await both(rows('slug', 'status'), 'GET', `/wp/v2/posts?slug=${key}x,${key}x-2&status=any&context=edit`);
    expect(await both(rows('slug'), 'GET', `/wp/v2/posts?slug=${key}x`)).toEqual([200, []]);
    await both(fields('slug', 'status'), 'POST', (ids) => `/wp/v2/posts/${ids[0]}`, {
      status: 'publish',
      slug: 'b-lamp',
    });
    await both(fields('slug', 'status'), 'POST', (ids) => `/wp/v2/posts/${ids[1]}`, {
      status: 'publish',
      slug: 'b-lamp',
    });
  });

  it('renames what is trashed, and deletes it for good when asked to twice', async () => {
    made = [];
    await both(fields('slug'), 'POST', '/wp/v2/posts', { title: 'C', status: 'publish', slug: 'c-lamp' });
    expect(await both(fields('slug', 'status'), 'DELETE', (ids) => `/wp/v2/posts/${ids[0]}`)).toEqual([
      200,
      'c-lamp__trashed',
      'trash',
    ]);
    await both(rows('slug'), 'GET', '/wp/v2/posts?status=trash&slug=c-lamp');
    await both(rows('slug'), 'GET', '/wp/v2/posts?status=trash&slug=c-lamp__trashed');
    await both(rows('slug'), 'GET', '/wp/v2/posts?status=any&slug=c-lamp__trashed');
    await both(fault, 'DELETE', (ids) => `/wp/v2/posts/${ids[0]}`);
    await both(fields('deleted'), 'DELETE', (ids) => `/wp/v2/posts/${ids[0]}?force=true`);
    await both(fault, 'GET', (ids) => `/wp/v2/posts/${ids[0]}?context=edit`);
    await both(fault, 'POST', (ids) => `/wp/v2/posts/${ids[0]}`, { title: 'x' });
    await both(fault, 'DELETE', (ids) => `/wp/v2/posts/${ids[0]}`);
  });

  it('refuses in the same words', async () => {
    await both(fault, 'POST', '/wp/v2/posts', { title: 'x', status: 'nope' });
    await both(fault, 'POST', '/wp/v2/posts', { status: 'draft' });
    await both(fault, 'POST', '/wp/v2/posts', '{"title":', { 'content-type': 'application/json' });
    await both(fault, 'POST', '/wp/v2/posts', { title: 'x' }, { authorization: 'Basic bm9ib2R5Ondyb25n' });
    await both(fault, 'POST', '/wp/v2/posts', { title: 'x'.repeat(70_000), status: 'draft' });
    await both(fields('categories'), 'POST', '/wp/v2/posts', {
      title: 'x',
      status: 'draft',
      categories: [99_999],
    });
    await both(fault, 'GET', '/wp/v2/posts?per_page=101');
    await both(fault, 'GET', '/wp/v2/posts?page=900');
    await both(fault, 'POST', '/wp/v2/nothing', {});
  });

  it.each(['Größe & Café', '陶瓷-杯', 'a/b c.d', `long ${'x'.repeat(300)}`, '--a--b--', 'A_b+C'])(
    'makes the same slug of %s',
    async (slug) => {
      await both(fields('slug'), 'POST', '/wp/v2/posts', { title: 'slug', status: 'publish', slug });
    },
  );

  it('takes images, numbers those of one name, and refuses what is none', async () => {
    made = [];
    const named = {
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="bb-01ab.png"',
    };
    const path = ({ status, body }: Reported) => [
      status,
      new URL((body as { source_url: string }).source_url).pathname.split('/').at(-1),
    ];
    await both(path, 'POST', '/wp/v2/media', image, named);
    await both(path, 'POST', '/wp/v2/media', image, named);
    await both(rows('slug'), 'GET', '/wp/v2/media?slug=bb-01ab,bb-01ab-1,bb-01ab-2');
    await both(fields('alt_text'), 'POST', (ids) => `/wp/v2/media/${ids[0]}`, { alt_text: 'A lamp' });
    await both(fault, 'POST', '/wp/v2/media', image, { 'content-type': 'image/png' });
    await both(fault, 'POST', '/wp/v2/media', new TextEncoder().encode('<svg/>'), {
      'content-type': 'image/svg+xml',
      'content-disposition': 'attachment; filename="a.svg"',
    });
    await both(fault, 'POST', '/wp/v2/media', new TextEncoder().encode('hello'), named);
  });

  it('makes a category once under each parent', async () => {
    made = [];
    const first = await both(fields('name', 'slug', 'parent'), 'POST', '/wp/v2/categories', {
      name: 'Lighting & Décor',
    });
    expect(first).toEqual([201, 'Lighting &amp; Décor', 'lighting-decor', 0]);
    await both(fields('code', 'message'), 'POST', '/wp/v2/categories', { name: 'Lighting & Décor' });
    await both(rows('name', 'slug'), 'GET', '/wp/v2/categories?search=Lighting');
    await both(fields('slug'), 'POST', '/wp/v2/tags', { name: 'lamp' });
    await both(fields('code', 'message'), 'POST', '/wp/v2/tags', { name: 'lamp' });
  });

  it('answers each request of a batch by itself, twenty-five at most, and writes alone', async () => {
    const outcomes = ({ status, body }: Reported) => [
      status,
      (body as { responses: { status: number; body: { code?: string; slug?: string } }[] }).responses.map(
        (one) => [one.status, one.body.code, one.body.slug],
      ),
    ];
    await both(outcomes, 'POST', '/batch/v1', {
      requests: [
        { method: 'POST', path: '/wp/v2/posts', body: { title: 'b1', status: 'draft', slug: 'bb-b1' } },
        { method: 'POST', path: '/wp/v2/posts', body: { title: 'b2', status: 'nope' } },
        { method: 'POST', path: '/wp/v2/posts/99999', body: { title: 'b3' } },
      ],
    });
    const write = { method: 'POST', path: '/wp/v2/posts', body: { title: 'b' } };
    await both(fault, 'POST', '/batch/v1', { requests: Array(26).fill(write) });
    await both(fault, 'POST', '/batch/v1', { requests: [{ method: 'GET', path: '/wp/v2/posts' }] });
  });
});
