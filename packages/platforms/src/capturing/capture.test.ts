import type { Product } from '@bowerbird/catalog/product';
import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';
import { AppError } from '@bowerbird/contract/errors';
import { simulators } from '@bowerbird/simulators/all';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import { describe, expect, it } from 'vitest';
import { platforms } from '../all.ts';
import { contextFor } from '../testing/collecting.ts';
import { capture, fileOf } from './capture.ts';
import { lackingIn, readingOf } from './case.ts';
import { scrubbed, scrubbedAddress } from './scrub.ts';

const limits = { now: () => performance.now(), at: '2026-11-20T12:00:00.000Z', trimMs: 4000 };
const planted = {
  mail: 'ann.buyer@mail.example',
  phone: '+49 170 1234567',
  csrf: 'Zk3v9QpL0sWmX7tB2yHd5uRa8cEf1gJn',
  session: 'sess-8f3b1c9d7e5a4b2c',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N',
  visitor: 'Ann-Kathrin Beispiel',
  address: '203.0.113.77',
  hidden: 'f00dfacecafebeef0123456789abcdef',
};

/** Adds to a page's markup what a signed-in visitor's page contains. */
function withSecrets(markup: string): string {
  const more = `<meta name="csrf-token" content="${planted.csrf}">
<script>window.__visitor = {"userName":"${planted.visitor}","email":"${planted.mail}","phone":"${planted.phone}","sessionId":"${planted.session}","ip":"${planted.address}"};
window.config = JSON.parse("{\\"accessToken\\":\\"${planted.jwt}\\",\\"price\\":\\"x\\"}"); document.cookie = "sid=${planted.session}; path=/";</script>
<input type="hidden" name="authenticity_token" value="${planted.csrf}"><a href="/account?token=${planted.hidden}">price</a>
<span class="price" data-session-id="${planted.session}">call ${planted.phone} or ${planted.mail}</span>
<script>var k = "${planted.hidden.toUpperCase()}${planted.csrf}";</script>`;
  const filler = Array.from(
    { length: 120 },
    (_, at) => `<div class="tile"><p>Filler ${at}</p><i></i></div>`,
  ).join('');
  const menu = `<nav>${filler}</nav><style>.a{color:red}</style><footer>${filler}</footer>`;
  return /<body[^>]*>/.test(markup)
    ? markup.replace(/<body[^>]*>/, (body) => body + more + menu)
    : more + menu + markup;
}

/** Returns a product page of a simulated shop, as a browser shows it. */
async function simulatedPage(platform: string): Promise<{ url: URL; markup: string }> {
  const shop = simulators.get(platform)?.({ name: 'glade', products: { count: 30 } });
  const fetch = fetchFrom(new Map([['glade.localhost', shop as NonNullable<typeof shop>]]));
  const collector = platforms.get(platform)?.collector;
  for await (const event of collector?.collect(
    {
      scope: 'shop',
      addresses: [new URL('http://glade.localhost:8901')],
      checkpoint: null,
      alreadyGot: () => false,
    },
    contextFor(fetch),
  ) ?? []) {
    const address = event.kind === 'batch' ? event.products[0]?.source?.url : undefined;
    if (address !== undefined) {
      const url = new URL(address, 'http://glade.localhost:8901');
      const here = new URL(url.pathname + url.search, 'http://glade.localhost:8901');
      return { url: here, markup: await (await fetch(here)).text() };
    }
  }
  throw new Error(`${platform} showed no product`);
}

/** Each platform with a field that its pages contain. */
const read: [string, 'vendor' | 'sku'][] = [
  ['shopify', 'vendor'],
  ['woocommerce', 'sku'],
  ['shoplazza', 'vendor'],
  ['shopline', 'vendor'],
  ['shopyy', 'vendor'],
  ['aliexpress', 'vendor'],
  ['alibaba', 'vendor'],
  ['alibaba-1688', 'vendor'],
];

describe.each(read)('a page of %s that is read without its %s', (platform, field) => {
  const whole = platforms.get(platform)?.collector;
  /** The reader before it was fixed. */
  const broken = {
    readPage: (markup: string, url: URL): Product[] =>
      (whole?.readPage?.(markup, url) ?? []).map((product) =>
        field === 'vendor'
          ? { ...product, vendor: null }
          : { ...product, variants: product.variants.map((variant) => ({ ...variant, sku: null })) },
      ),
  };

  it('becomes a case without secrets that fails as the page does, and passes once the reader is fixed', async () => {
    const { url, markup } = await simulatedPage(platform);
    const page = withSecrets(markup);

    const captured = capture(broken, { platform, url, markup: page, fields: [field] }, limits);

    if (captured.kind !== 'captured') {
      throw new Error(captured.kind);
    }
    const { case: kept, lacking } = captured;
    const place = new URL(kept.url);
    expect(lacking).toEqual([field]);
    expect(readingOf(broken, kept.markup, place)).toEqual(readingOf(broken, page, url));
    expect(lackingIn(readingOf(broken, kept.markup, place), kept.expect)).toEqual([field]);
    expect(lackingIn(readingOf(whole ?? {}, kept.markup, place), kept.expect)).toEqual([]);
    const stated = JSON.stringify(kept);
    expect(Object.values(planted).filter((secret) => stated.includes(secret))).toEqual([]);
    expect(stated).not.toMatch(new RegExp(planted.hidden, 'i'));
    expect(kept.markup.length).toBeLessThan(page.length / 2 + 2000);
    expect(kept.markup).not.toContain('Filler 7');
  });
});

it('makes the same case of the same page', async () => {
  const { url, markup } = await simulatedPage('woocommerce');
  const broken = { readPage: () => [] };
  const once = () => capture(broken, { platform: 'woocommerce', url, markup, fields: [] }, limits);

  const [one, other] = [once(), once()];

  expect(one).toEqual(other);
  expect(one.kind === 'captured' && (await fileOf(one.case))).toMatch(
    /^glade\.localhost_8901-[\da-f]{12}\.json$/,
  );
});

it('captures nothing of a page that is read rightly, and holds to what a person sees', async () => {
  const { url, markup } = await simulatedPage('shopyy');
  const collector = platforms.get('shopyy')?.collector ?? {};
  const request = { platform: 'shopyy', url, markup, fields: [] };

  expect(capture(collector, request, limits)).toMatchObject({ kind: 'nothing-fails' });
  expect(capture(collector, { ...request, values: { price: '1234567.89' } }, limits)).toMatchObject({
    kind: 'captured',
    lacking: [expect.stringContaining('not "1234567.89"')],
  });
});

it('keeps no page whose reading needs what is secret', () => {
  const reader = {
    readPage(markup: string): Product[] {
      if (markup.includes(planted.csrf)) {
        return [];
      }
      throw new AppError('source.page-not-understood', 'no state');
    },
  };
  const markup = `<script>var csrfToken = "${planted.csrf}"; var price = 3;</script>`;
  const request = { platform: 'unknown', url: new URL('https://shop.example/p'), markup, fields: [] };

  expect(capture(reader, request, limits)).toEqual({ kind: 'reads-secrets' });
});

it('leaves alone what only looks like a secret', () => {
  const page =
    '<script>var p = {"mobile_detail":"{\\"moduleList\\":[]}","skuId":"12000031234567890","price":"19.90","design":"assign a sign","image":"https://cdn.example/kf/Hd70e1f0a9b8c7d6e5f4a3b2c1d0e9f8aX.jpg?v=1699999999"}</script>';

  expect(scrubbed(page)).toBe(page);
});

it('takes from an address what it carries along', () => {
  const url = new URL('https://u:p@shop.example/item/1.html?spm=a2g0o.1&token=abcdef123456&variant=42#top');

  expect(scrubbedAddress(url).href).toBe('https://shop.example/item/1.html?variant=42');
});

it.each([
  ['quotes that escape', '\\"a'],
  ['comments that open', '<!--'],
  ['keys that never end', "token='x\\"],
  ['elements that open', '<div>'],
  ['tags without an end', '<meta name="csrf" content="'],
  ['mails without a host', 'a@'],
])('is not held up by a million of %s', { tags: ['slow'] }, (_, unit) => {
  const markup = unit.repeat(1_000_000 / unit.length);
  const reader = { readPage: (): Product[] => [] };
  const request = { platform: 'unknown', url: new URL('https://shop.example/p'), markup, fields: [] };

  expect(capture(reader, request, { ...limits, trimMs: 500 }).kind).toMatch(/captured|too-large/);
});

it.each([
  ['<input type=hidden name=form_key value=AbCdEf1234567890>', 'AbCdEf1234567890'],
  ['<input name="csrf" value=\'abc"def123456\'>', 'def123456'],
  ['<b data-token=abcdef123456>x</b>', 'abcdef123456'],
  ["{'token':`abcdefgh12345`}", 'abcdefgh12345'],
  ['{"password":"correct horse"}', 'horse'],
  ['<a href="/logout?_wpnonce=1a2b3c4d5e">', '1a2b3c4d5e'],
  ['{"customer":"maria\\u0040mail.example"}', 'maria'],
  ['<a href="/x?to=maria%40mail.example">', 'maria'],
  ['<p>maria&#64;mail.example</p>', 'maria'],
  ['<img src="https://maria:opensesame@shop.example/x.png">', 'opensesame'],
  ['<!-- Set-Cookie: sid=abcdef123456; path=/ -->', 'abcdef123456'],
  ['{"ip":"2804:14c:65d7:8000:1c2:3d4e:5f60:7182"}', '65d7'],
  ['{memberName:"Maria Silva"}', 'Maria'],
  ['{"receiver":"Maria","deliveryAddress":"Rua das Flores 12"}', 'Maria'],
  ['{"deliveryAddress":"Rua das Flores 12"}', 'Flores'],
  ['{"uid":"123456789","aliId":987654321}', '123456789'],
  ['{"aliId":987654321}', '987654321'],
  ['<script>ShopifyAnalytics.meta.page.customerId = 1234567890;</script>', '1234567890'],
  ['var __st={"a":123,"offset":7200,"cid":987654321,"t":"prospect"};', '987654321'],
  ['{"customer":{"id":6543210987654}}', '6543210987654'],
  ['{"first_name":"Ann"}', 'Ann'],
  ['{"userName":"李雷"}', '李雷'],
  ['{"default_address":{"address1":"12 Garden Road"}}', 'Garden'],
  ['{"shippingAddress":{"street":"12 Garden Road"}}', 'Garden'],
  ['<p>Hello <strong>Ann Beispiel</strong> (not Ann Beispiel? <a href="/out">Log out</a>)</p>', 'Beispiel'],
  ['<script>x={"userName":"Ann Beispiel"}</script><p>Welcome back, Ann Beispiel!</p>', 'Beispiel'],
])('leaves no secret in %s', (markup, secret) => {
  expect(scrubbed(markup)).not.toContain(secret);
});

it('leaves the key of an unpublished page out of its address', () => {
  const url = new URL('https://shop.example/products/mug?preview_key=abc123def456');

  expect(scrubbedAddress(url).href).toBe('https://shop.example/products/mug');
});

describe('a page that a reader takes for something else', () => {
  const page = `<h1>Mug</h1><div class="choices"><select name="Colour"><option value="53038309867884">Red</option><option value="53038309867885">Blue</option></select></div><p>Filler</p>`;
  const url = new URL('https://shop.example/products/mug');
  /** Returns a reader of one product with these variants, by the values of one option. */
  function reader(values: readonly string[], fields: Partial<Product['variants'][number]> = {}) {
    const variant = variantWith({
      price: '9.00',
    });
    const product: Product = productWith({
      title: 'Mug',
      handle: 'mug',
      options: values.length === 0 ? [] : [{ name: 'Colour', values: [...values] }],
      variants: (values.length === 0 ? [''] : values).map((value, at) => ({
        ...variant,
        ...fields,
        id: `v${at}`,
        optionValues: value === '' ? [] : [value],
      })),
      currency: 'EUR',
    });
    return { readPage: () => [product] };
  }
  const request = { platform: 'shopify', url, markup: page, fields: [] };

  it.each([
    ['fewer variants', reader([]), { variants: 2 }, reader(['Red', 'Blue']), ['variants is 1, not 2']],
    [
      'ids in place of labels',
      reader(['53038309867884', '53038309867885']),
      { choices: ['Colour: Red'] },
      reader(['Red', 'Blue']),
      ['choice "Colour: Red" is missing'],
    ],
    [
      'a quantity that nobody tells',
      reader([], { stock: 0 }),
      { stock: null },
      reader([]),
      ['stock is 0, not null'],
    ],
    [
      'a price that nobody tells',
      reader([], { price: '0.00' }),
      { price: null },
      // A reader in this test that must not accept a missing price.
      {
        readPage: () =>
          reader([])
            .readPage()
            .map((product) => ({ ...product, variants: [] })),
      },
      ['price is "0.00", not null'],
    ],
  ])('becomes a case of %s, and keeps where the right one stands', (_, broken, values, repaired, lacking) => {
    const captured = capture(broken, { ...request, values }, limits);

    if (captured.kind !== 'captured') {
      throw new Error(captured.kind);
    }
    const { case: kept } = captured;
    expect(captured.lacking).toEqual(lacking);
    expect(lackingIn(readingOf(repaired, kept.markup, url), kept.expect)).toEqual([]);
    if ('choices' in values) {
      expect(kept.markup).toContain('Red');
    }
  });
});
