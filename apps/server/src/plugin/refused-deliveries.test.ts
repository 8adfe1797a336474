import type { Product } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import { delivery, lamp, pluginBench, shop } from './testing.ts';

const { send, call, merchant, deliver, runs } = await pluginBench();

describe('a delivery that is no honest one', () => {
  let sender: ReturnType<typeof merchant> | undefined;
  const refused = async (products: unknown[], given: object = {}) => {
    sender ??= merchant();
    const { plugin, headers } = await sender;
    const { status, body } = await send(plugin, 'POST', '/plugin/collect', {
      ...delivery([lamp('1005001111111111')], given),
      products,
    });
    expect(await runs(headers)).toEqual([]);
    return { status, code: body.code, issues: (body.issues ?? []).map(({ path }) => path.join('.')) };
  };
  const good = lamp('1005002222222222');
  const sourced = (source: object) => ({ ...good, source: { ...good.source, ...source } });

  const nested = (levels: number): unknown => (levels === 0 ? [] : [nested(levels - 1)]);

  it.each([
    ['is no product', [good, { ...good, title: '' }], 'products.1.title'],
    [
      'has a price in words',
      [{ ...good, variants: [{ ...good.variants[0], price: 'dear' }] }],
      'products.0.variants.0.price',
    ],
    ['tells no source', [{ ...good, source: null }], 'products.0.source'],
    ['is of another platform', [sourced({ platform: 'shopify' })], 'products.0.source.platform'],
    [
      'stands on another host',
      [good, sourced({ url: 'https://evil.example/item/1.html' })],
      'products.1.source.url',
    ],
    ['is kept under another shop', [sourced({ shop: 'evil.example' })], 'products.0.source.shop'],
    [
      'is kept under words that end like a shop',
      [sourced({ shop: 'evil.example/ .aliexpress.com' })],
      'products.0.source.shop',
    ],
    [
      'is kept under a shop without end',
      [sourced({ shop: `${'x'.repeat(5000)}.aliexpress.com` })],
      'products.0.source.shop',
    ],
    ['has a title of nothing that can be kept', [{ ...good, title: '\0' }], 'products.0.title'],
    ['has an id of nothing that can be kept', [sourced({ id: '\0' })], 'products.0.source.id'],
    ['leads to a script', [sourced({ url: 'javascript:alert(1)' })], 'products.0.source.url'],
    [
      'shows a script for a picture',
      [{ ...good, images: [{ ...good.images[0], url: 'javascript:alert(1)' }] }],
      'products.0.images.0.url',
    ],
    [
      'has a variant of no option',
      [{ ...good, variants: [{ ...good.variants[0], optionValues: ['Red'] }] }],
      'products.0.variants.0.optionValues',
    ],
    ['has an id without end', [sourced({ id: 'x'.repeat(5000) })], 'products.0.source.id'],
    ['has a title without end', [{ ...good, title: 'x'.repeat(5000) }], 'products.0.title'],
    ['nests without end', [{ ...good, extra: { aliexpress: { a: nested(100) } } }], 'products.0.extra'],
  ])('is refused by its field where it %s', async (_why, products, field) => {
    const { status, code, issues } = await refused(products);

    expect([status, code]).toEqual([400, 'request.invalid']);
    expect(issues).toContain(field);
  });

  it('is refused where the platform is none, the page no page of the web, and without a product', async () => {
    expect((await refused([good], { platform: 'nobody' })).issues).toContain('platform');
    expect((await refused([good], { url: 'file:///etc/passwd' })).issues).toContain('url');
    expect((await refused([])).issues).toContain('products');
    expect((await refused(Array.from({ length: 51 }, () => good))).issues).toContain('products');
  });

  it('is refused beyond two megabytes, whatever is in it', async () => {
    const { status, code } = await refused([{ ...good, descriptionHtml: 'x'.repeat(2_000_000) }]);

    expect([status, code]).toEqual([413, 'request.too-large']);
  });

  it('is kept as the text it is where it holds a script, and shown without it', async () => {
    const { plugin, headers } = await merchant();
    const script = '<script>alert(1)</script>';
    const hostile = lamp('1005004444444444', {
      title: `${script}Lamp`,
      descriptionHtml: `<p onclick="alert(1)">Bright</p>${script}`,
    });

    const { collectedIds } = await deliver(plugin, delivery([hostile]));
    const shown = await call<{ product: Product }>(headers, 'GET', `/collect/results/${collectedIds[0]}`);

    expect(shown.product.title).toBe(`${script}Lamp`);
    expect(shown.product.descriptionHtml).toContain('Bright');
    expect(shown.product.descriptionHtml).not.toMatch(/script|onclick/);
  });
});

it('is asked of no faster than a browser needs', { tags: ['slow'] }, async () => {
  const { plugin } = await merchant();
  const call = () =>
    send(plugin, 'POST', '/plugin/known', { platform: 'aliexpress', urls: [`https://${shop}/item/1.html`] });

  const answers = [];
  for (let requested = 0; requested < 245; requested += 1) {
    answers.push(await call());
  }

  expect(answers.slice(0, 240).every(({ status }) => status === 200)).toBe(true);
  expect(answers.at(-1)?.body.code).toBe('rate.too-many-tries');
});
