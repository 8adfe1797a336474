import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { checkProduct } from '@bowerbird/catalog/invariants/invariants';
import { Product } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import { isObject } from '../../reading/unread.ts';
import { readPage } from './page.ts';
import { descriptionIn } from './product/description.ts';
import { productOfFacts } from './product/facts.ts';
import { offerInInitData } from './reading-page/offer.ts';
import { factsOfOffer } from './reading-page/offer-facts.ts';
import { recognise } from './recognise.ts';
import { alibabaCom, china } from './sites.ts';

const folder = new URL('../../../../../../shared/fixtures/alibaba/', import.meta.url);
const recorded = existsSync(folder);

if (!recorded) {
  it('has the recorded pages, where they are asked for', () => {
    process.stdout.write('Recorded pages of Alibaba are not here; nothing was held against them.\n');

    expect(process.env.CI ?? '').toBe('');
  });
}

function text(name: string): string {
  const content = readFileSync(new URL(name, folder));
  return (name.endsWith('.gz') ? gunzipSync(content) : content).toString('utf8');
}
const item = (id: string) => new URL(`https://www.alibaba.com/product-detail/Some-Words_${id}.html?spm=1`);
const offer = (id: string) => new URL(`https://detail.1688.com/offer/${id}.html`);

function alibabaProduct(name: string, id: string): Product {
  const [product] = readPage(alibabaCom, text(name), item(id));
  return Product.parse(product);
}

function chinaProduct(name: string, url: URL): Product {
  const [product] = readPage(china, text(name), url);
  return Product.parse(product);
}

/** Cuts some texts out of the page itself, without using our reader. */
const cut = (html: string, form: RegExp) => [...html.matchAll(form)].map(([, found = '']) => found);

describe.runIf(recorded)('recorded pages of alibaba.com', () => {
  it('reads a ladder: each step kept, the smallest order its price, the axis of one value too', () => {
    const html = text('product-ladder-two-axes.html');
    const product = alibabaProduct('product-ladder-two-axes.html', '1600919613373');

    expect(product).toMatchObject({
      title: 'Full Set Universal Leather Car Seat Cover With Car Seat Cushion Cover Car Seat',
      currency: 'USD',
      vendor: 'GKMHIR',
      productType: 'Car Seat Covers',
      categories: [['Vehicle Accessories, Electronics & Tools', 'Interior Accessories', 'Car Seat Covers']],
      options: [
        { name: 'Size', values: ['General'] },
        { name: 'Color', values: ['Beige', 'Black', 'Black Brown', 'Black Red', 'Brown', 'Red'] },
      ],
      priceTiers: [
        { minimumQuantity: 1, price: '24' },
        { minimumQuantity: 10, price: '23.18' },
        { minimumQuantity: 50, price: '22' },
        { minimumQuantity: 1000, price: '19' },
      ],
      source: { platform: 'alibaba', shop: 'www.alibaba.com', id: '1600919613373' },
      extra: { alibaba: { minimumOrder: 1, unit: 'piece', packageSize: '68X55X22', sold: '73 sold' } },
    });
    expect(product.variants).toHaveLength(6);
    for (const variant of product.variants) {
      expect(variant).toMatchObject({
        price: '24',
        compareAtPrice: null,
        stock: null,
        available: true,
        weight: { value: '6.6', unit: 'kg' },
      });
      expect(html).toContain(`"id":${variant.id}`);
      expect(product.images.map(({ url }) => url)).toContain(variant.imageUrl);
    }
    // The images named in linked data come first, at full size.
    const named = cut(html, /"(https:\/\/sc04\.alicdn\.com\/kf\/\w+\.jpg)"/g).slice(0, 6);
    expect(product.images.slice(0, 6).map(({ url }) => url)).toEqual(named);
    expect(product.images.some(({ url }) => /_\d+x\d+/.test(url))).toBe(false);
  });

  it('reads a range by the price of each combination', () => {
    expect(alibabaProduct('product-range-price-per-sku.html', '1601387573652')).toMatchObject({
      currency: 'USD',
      vendor: 'DZ09',
      priceTiers: [],
      options: [
        { name: 'Design', values: ['DZ09 Smart Watch'] },
        { name: 'Color', values: ['1 Black', '2 Gold', '3 Silver', '4 White'] },
      ],
      variants: ['106365542045', '106365542046', '106365542047', '106365542048'].map((id) => ({
        id,
        sku: `AB-1601387573652-${id}`,
        price: '4.3',
      })),
    });
  });

  it('reads a promotion as the price, what it was before, and the stock of the warehouse', () => {
    const product = alibabaProduct('product-ladder-promotion.html', '1601584212085');

    expect(product.priceTiers).toEqual([
      { minimumQuantity: 1, price: '6.5' },
      { minimumQuantity: 1000, price: '6.49' },
      { minimumQuantity: 10_000, price: '6.49' },
    ]);
    expect(
      product.variants.map(({ optionValues, price, compareAtPrice, stock }) => [
        ...optionValues,
        price,
        compareAtPrice,
        stock,
      ]),
    ).toEqual([
      ['Black', '6.5', '13', 1876],
      ['Red', '6.5', '13', 293],
      ['Blue', '6.5', '13', 271],
      ['Camouflage', '6.5', '13', 197],
    ]);
  });

  it('keeps two colours of one name apart, each with its own image, and every value of a repeated attribute', () => {
    const name = 'product-two-values-of-one-name.html.gz';
    const product = alibabaProduct(name, '1601825563615');
    const images = cut(text(name), /"originImage":"([^"]*)"/g).slice(0, 5);

    expect(checkProduct(product)).toEqual([]);
    expect(product.options).toEqual([
      { name: 'Size', values: ['690*560*160mm'] },
      { name: 'Color', values: ['1', '2', '3', '4', '4 (2)'] },
    ]);
    expect(product.variants.map(({ id, imageUrl }) => [id, imageUrl])).toEqual(
      images.map((image, at) => [String(108429362879 + at), image]),
    );
    expect(new Set(images).size).toBe(5);
    expect(
      product.attributes.filter((attribute) => attribute.name === 'Type').map(({ value }) => value),
    ).toEqual([
      'full set',
      'full set, Front, Full Set, Rear, Airbag Compatible',
      'Front, Full Set, Rear, Airbag Compatible',
    ]);
  });

  it('reads the same description from its endpoint and from its fragment, without styles, images at their place', () => {
    const fragment = text('description-fragment.html');
    const base = 'https://www.alibaba.com/';
    const read = descriptionIn(text('description-endpoint.json'), base);

    expect(read).toBe(descriptionIn(fragment, base));
    expect(read).not.toMatch(/<style|data-src=|src="\/\//);
    expect(read.match(/<img/g)).toHaveLength(fragment.match(/<img/g)?.length ?? 0);
    expect(cut(read, /<img src="([^"]*)"/g).every((address) => address.startsWith('https://'))).toBe(true);
  });

  it('recognises each page, and only as its own', () => {
    const seen = (name: string, url: string) => ({
      url: new URL(url),
      status: 200,
      headers: new Headers(),
      body: text(name),
    });
    const elsewhere = 'https://mirror.example/product-detail/a_1600919613373.html';
    const page = seen('product-ladder-two-axes.html', elsewhere);
    const desktop = seen(
      '1688-offer-desktop-window-context.html',
      'https://mirror.example/offer/951410798382.html',
    );

    expect([recognise(alibabaCom, page), recognise(china, desktop)]).toMatchObject([
      { confidence: 100, scope: 'product' },
      { confidence: 100, scope: 'product' },
    ]);
    expect([recognise(china, page).confidence, recognise(alibabaCom, desktop).confidence]).toEqual([0, 0]);
  });
});

describe.runIf(recorded)('recorded pages of 1688', () => {
  const desktop = () => chinaProduct('1688-offer-desktop-window-context.html', offer('951410798382'));

  it('reads the desktop form: 6 colours by 4 sizes, each with its stock and weight, prices in yuan', () => {
    const product = desktop();

    expect(product).toMatchObject({
      title: '辣妹一字领修身短袖T恤女2025夏季新款正肩打底衫女装外贸上衣潮',
      currency: 'CNY',
      vendor: '揭阳市揭东区玉湖镇绯色衣橱服装厂（个体工商户）',
      productType: '女式T恤',
      priceTiers: [],
      source: { platform: 'alibaba-1688', shop: 'detail.1688.com', id: '951410798382' },
      extra: { 'alibaba-1688': { way: 'context', minimumOrder: 1, unit: '件' } },
    });
    expect(product.options).toMatchObject([{ name: '颜色' }, { name: '尺码' }]);
    expect(product.options[1]?.values).toEqual([
      'S(100斤以下)',
      'M（100-115斤）',
      'L（115-130斤）',
      'XL（130-145斤）',
    ]);
    expect(product.variants).toHaveLength(24);
    expect(new Set(product.variants.map(({ optionValues }) => optionValues.join())).size).toBe(24);
    expect(product.variants.find(({ id }) => id === '5869791617785')).toMatchObject({
      optionValues: ['【KKD01】白色', 'M（100-115斤）'],
      price: '7.00',
      compareAtPrice: null,
      stock: 4992,
      weight: { value: '180', unit: 'g' },
    });
    expect(product.variants.reduce((sum, { stock }) => sum + (stock ?? 0), 0)).toBe(119_741);
    expect(product.attributes).toHaveLength(24);
    expect(product.attributes[0]).toEqual({ name: '款式', value: '一字肩' });
    expect(product.images).toHaveLength(11);
  });

  it('reads the mobile form of the same product as the same', () => {
    const url = new URL('https://m.1688.com/offer/951410798382.html');
    const mobile = chinaProduct('1688-offer-mobile-init-data.html', url);
    const same = ({ title, options, variants, currency, source, images }: Product) => ({
      title,
      options,
      currency,
      source,
      images,
      variants: variants.map(({ weight: _, ...variant }) => variant),
    });

    expect(same(mobile)).toEqual(same(desktop()));
    expect(mobile.attributes).toHaveLength(24);
  });

  it('reads the desktop form of 2024: promotions per combination, and no ladder out of lowest and highest', () => {
    const body: unknown = JSON.parse(text('1688-offer-desktop-init-data-2024.json'));
    const read = isObject(body) ? offerInInitData(body) : null;
    const facts = read && factsOfOffer(read);
    const product =
      facts && productOfFacts(facts, { site: china, root: 'https://detail.1688.com', shop: 's' });

    expect(product).toMatchObject({ vendor: '梵贞', currency: 'CNY', priceTiers: [] });
    expect(product?.variants).toHaveLength(10);
    expect(product?.variants.find(({ id }) => id === '5430796454799')).toMatchObject({
      optionValues: ['精华乳（新）120ml'],
      price: '4.30',
      compareAtPrice: '5.38',
      stock: 1195,
    });
    const prices = product?.variants.map(({ price }) => Number(price)) ?? [];
    expect([Math.min(...prices), Math.max(...prices)]).toEqual([2.3, 20.52]);
    expect(product?.extra['alibaba-1688']).toMatchObject({ minimumOrder: 3, unit: '套', mixedOrder: true });
  });

  it('takes nothing of the visitor along', () => {
    const products = [desktop(), alibabaProduct('product-ladder-two-axes.html', '1600919613373')];

    expect(JSON.stringify(products)).not.toMatch(/buyer|token|umid|loginId|accountFirstName|REDACTED/i);
  });
});
