import { Product } from '@bowerbird/catalog/product';
import { expect, it } from 'vitest';
import { answer, colour, itemUrl, path, pretendItem, readItem, requested } from '../testing/pretend-item.ts';
import { productOnPage, readPage } from './page.ts';
import { cleanDescription } from './product/description.ts';

const warehouse = {
  skuPropertyId: 200007763,
  skuPropertyName: 'Ships From',
  skuPropertyValues: [
    { propertyValueIdLong: 201336100, propertyValueDisplayName: 'China Mainland' },
    { propertyValueIdLong: 201336103, propertyValueDisplayName: 'Poland' },
  ],
};

it('keeps the id that is past what a number holds', () => {
  expect(readItem().variants.map(({ id, sku }) => [id, sku])).toEqual([
    ['12000011111111111', 'AE-1005001111111111-12000011111111111'],
    ['12000011111111112', 'AE-1005001111111111-12000011111111112'],
  ]);
});

it('matches values by their numbers, in whatever order or by whatever mark a path has them', () => {
  const size = {
    skuPropertyId: 5,
    skuPropertyName: 'Size',
    skuPropertyValues: [{ propertyValueId: 361386, propertyValueDisplayName: 'L' }],
  };
  const SKU = {
    skuProperties: [colour, size],
    skuPaths: [path('12000011111111111', '5:361386;14:29'), path('12000011111111112', '5:361386,14:10')],
  };

  expect(readItem({ SKU })).toMatchObject({
    options: [{ name: 'Color', values: ['Moss', 'Bark'] }, { values: ['L'] }],
    variants: [{ optionValues: ['Bark', 'L'] }, { optionValues: ['Moss', 'L'] }],
  });
});

it('reads variants that are an object, and choices under the older key', () => {
  const SKU = {
    productSKUPropertyList: [colour],
    skuPaths: { 0: path('12000011111111111', '', { path: undefined, skuAttr: '14:10#Soft; green' }) },
  };

  expect(readItem({ SKU }).variants).toMatchObject([{ optionValues: ['Soft; green'], price: '10' }]);
});

it("takes the seller's own name unless it is a bare number, the platform's generic word last", () => {
  const nameless = { propertyValueIdLong: 29, propertyValueName: 'brown' };
  const SKU = {
    skuProperties: [{ ...colour, skuPropertyValues: [colour.skuPropertyValues[0], nameless] }],
    skuPaths: [
      path('12000011111111111', '14:10', { skuAttr: '14:10#11' }),
      path('12000011111111112', '14:29', { skuAttr: '14:29' }),
    ],
  };

  expect(readItem({ SKU }).options).toEqual([{ name: 'Color', values: ['Moss', 'brown'] }]);
});

it('keeps two values apart that the seller gave one name', () => {
  const SKU = {
    skuProperties: [colour],
    skuPaths: [
      path('12000011111111111', '14:10', { skuAttr: '14:10#Natural' }),
      path('12000011111111112', '14:29', { skuAttr: '14:29#Natural' }),
    ],
  };

  expect(readItem({ SKU }).options).toEqual([{ name: 'Color', values: ['Natural', 'Bark'] }]);
});

it('takes the first of two variants under one choice, and names the other', () => {
  const SKU = {
    skuProperties: [colour],
    skuPaths: [path('12000011111111111', '14:10'), path('12000011111111112', '14:10')],
  };

  expect(readItem({ SKU })).toMatchObject({
    variants: { length: 1 },
    extra: { aliexpress: { sameChoice: ['12000011111111112'] } },
  });
});

it('drops the warehouse as a choice where there is one, and keeps it where there are several', () => {
  const from = (second: string) => ({
    skuProperties: [warehouse, colour],
    skuPaths: [
      path('12000011111111111', '14:10;200007763:201336100'),
      path('12000011111111112', `14:29;200007763:${second}`),
    ],
  });

  expect(readItem({ SKU: from('201336100') }).options.map(({ name }) => name)).toEqual(['Color']);
  expect(readItem({ SKU: from('201336103') }).options.map(({ name }) => name)).toEqual([
    'Ships From',
    'Color',
  ]);
});

it('makes one plain variant of an item without choices', () => {
  const [variant, ...more] = readItem({
    SKU: {},
    PRICE: { targetSkuPriceInfo: requested(3) },
    QUANTITY_PC: { totalAvailableInventory: 7 },
  }).variants;

  expect(more).toEqual([]);
  expect(variant).toMatchObject({ optionValues: [], price: '3', stock: 7, sku: 'AE-1005001111111111' });
});

it('shows images at full size, each once, a variant with its own', () => {
  const small = '//ae01.alicdn.com/kf/Smoss.png_220x220q75.png_.avif';
  const moss = { ...colour.skuPropertyValues[0], skuPropertyImagePath: small };
  const product = readItem({
    HEADER_IMAGE_PC: {
      imagePathList: [
        '//ae01.alicdn.com/kf/Sone.jpg_640x640.jpg',
        'https://ae01.alicdn.com/kf/Sone.jpg',
        '//ae-pic-a1.aliexpress-media.com/kf/Stwo.jpg_350x350xz.jpg',
      ],
    },
    SKU: {
      skuProperties: [{ ...colour, skuPropertyValues: [moss] }],
      skuPaths: [path('12000011111111111', '14:10')],
    },
  });

  expect(product.images.map(({ url }) => url)).toEqual([
    'https://ae01.alicdn.com/kf/Sone.jpg',
    'https://ae-pic-a1.aliexpress-media.com/kf/Stwo.jpg',
    'https://ae01.alicdn.com/kf/Smoss.png',
  ]);
  expect(product.variants[0]?.imageUrl).toBe('https://ae01.alicdn.com/kf/Smoss.png');
});

it('decodes names, and knows a brand from the word for none', () => {
  const props = (brand: string) => ({
    PRODUCT_TITLE: { text: 'Salt &amp; pepper' },
    PRODUCT_PROP_PC: {
      showedProps: [
        { attrName: 'Brand Name', attrValue: brand },
        { attrName: 'Care &amp; use', attrValue: 'Wipe &lt; dry' },
      ],
    },
  });

  expect(readItem(props('NONE'))).toMatchObject({ title: 'Salt & pepper', vendor: 'Fern Store' });
  expect(readItem(props('Fern &amp; Co'))).toMatchObject({
    vendor: 'Fern & Co',
    attributes: [{}, { name: 'Care & use', value: 'Wipe < dry' }],
  });
});

const older = {
  productSKUPropertyList: [
    {
      ...colour,
      skuPropertyValues: colour.skuPropertyValues.map(({ propertyValueIdLong, ...value }) => ({
        ...value,
        propertyValueId: propertyValueIdLong,
      })),
    },
  ],
};

it('reads the components of 2022 to 2024, beside an empty state of today', () => {
  const data = {
    productInfoComponent: { idStr: '1005001111111111', subject: 'Fern lamp', categoryId: 39 },
    skuComponent: older,
    priceComponent: {
      skuPriceList: [
        {
          skuIdStr: '12000011111111111',
          skuAttr: '14:29#Old bark',
          skuPropIds: '29',
          skuVal: {
            availQuantity: 4,
            skuAmount: { value: 20, currency: 'EUR' },
            skuActivityAmount: { value: 15.5, currency: 'EUR' },
            skuCalPrice: '21.49',
          },
        },
      ],
    },
    breadcrumbComponent: { pathList: [{ name: 'Home' }, { name: 'Lights &amp; lamps', cateId: 39 }] },
    sellerComponent: { storeName: 'Fern Store', storeNum: 4682001 },
  };
  const html = `<script>window.runParams = {}; window.runParams = { data: ${JSON.stringify(data)}, csrf: 'x' };</script>`;

  const [product] = readPage(html, itemUrl);

  expect(Product.parse(product)).toEqual(product);
  expect(product).toMatchObject({
    currency: 'EUR',
    productType: 'Lights & lamps',
    categories: [['Lights & lamps']],
    options: [{ values: ['Old bark'] }],
    variants: [{ price: '15.5', compareAtPrice: '20', stock: 4 }],
    extra: { aliexpress: { form: 'components', storeId: '4682001' } },
  });
});

it('reads the modules of before 2022: prices as texts, values by number alone, a step by quantity', () => {
  const sku = (id: string, values: string) => ({
    skuId: Number(id),
    skuPropIds: values,
    skuVal: {
      availQuantity: 9,
      actSkuCalPrice: '15.19',
      skuCalPrice: '18.99',
      actSkuBulkCalPrice: '14.89',
      bulkOrder: 3,
    },
  });
  const data = {
    titleModule: { subject: 'Fern lamp' },
    commonModule: { productId: 1005001111111111, tradeCurrencyCode: 'USD' },
    skuModule: { ...older, skuPriceList: [sku('67092454342', '10'), sku('67092454343', '29')] },
    specsModule: { props: [{ attrName: 'Material', attrValue: 'Oak', attrNameId: 10 }] },
    detailDesc: '<p onclick="x()">Fern</p>',
  };

  expect(
    productOnPage(`<script>window.runParams={data:${JSON.stringify(data)}}</script>`, itemUrl),
  ).toMatchObject({
    descriptionHtml: '<p>Fern</p>',
    options: [{ values: ['Moss', 'Bark'] }],
    variants: [{ id: '67092454342', price: '15.19', compareAtPrice: '18.99' }, { id: '67092454343' }],
    priceTiers: [{ minimumQuantity: 3, price: '14.89' }],
    attributes: [{ name: 'Material', value: 'Oak' }],
  });
});

it('does not make a range without variants one price', () => {
  const data = (max: number) => ({
    titleModule: { subject: 'Fern lamp' },
    priceModule: { minAmount: { value: 5, currency: 'USD' }, maxAmount: { value: max, currency: 'USD' } },
  });
  const page = (max: number) => `<script>runParams = {"data": ${JSON.stringify(data(max))}}</script>`;

  expect(productOnPage(page(5), itemUrl).variants).toMatchObject([{ price: '5' }]);
  expect(() => productOnPage(page(8), itemUrl)).toThrow(
    expect.objectContaining({ code: 'source.product-unreadable' }),
  );
});

it('takes the answer of today before what older scripts left', () => {
  const html = `<script>window.runParams = {data: {"titleModule": {"subject": "Stale"}}}</script><script>mtopjsonp3(${answer(pretendItem())})</script>`;

  expect(productOnPage(html, itemUrl).title).toBe('Fern lamp');
});

it('makes a draft of a page that gives no more than linked data or Open Graph', () => {
  const og = (name: string, content: string) => `<meta property="${name}" content="${content}">`;
  const html = `${og('og:title', 'Fern lamp - AliExpress 39')}${og('og:image', 'https://ae01.alicdn.com/kf/S.jpg')}
    ${og('og:price:amount', '4.20')}${og('og:price:currency', 'USD')}`;

  expect(readPage(html, itemUrl)).toMatchObject([
    {
      title: 'Fern lamp',
      status: 'draft',
      currency: 'USD',
      variants: [{ price: '4.20' }],
      extra: { aliexpress: { partial: true } },
    },
  ]);
});

it('says that a page is filled only in a browser, and that one asks for a captcha', () => {
  const shell = '<script>window._d_c_ = {isCSR: true}; window.runParams = {};</script>';
  const punish = '<title>Captcha Interception</title><div id="nc_1_wrapper"></div>';
  const sent = new URL('https://www.aliexpress.com//_____tmd_____/punish?x5secdata=a');

  expect(() => productOnPage(shell, itemUrl)).toThrow(
    expect.objectContaining({ code: 'source.needs-browser' }),
  );
  expect(readPage(shell, itemUrl)).toEqual([]);
  expect(() => readPage(punish, itemUrl)).toThrow(expect.objectContaining({ code: 'source.blocked-us' }));
  expect(() => readPage('<p>', sent)).toThrow(expect.objectContaining({ code: 'source.blocked-us' }));
});

it.each([
  [['FAIL_SYS_USER_VALIDATE'], {}, 'source.blocked-us'],
  [['FAIL_SYS_SESSION_EXPIRED::x'], {}, 'source.password-protected'],
  [['FAIL_SYS_TOKEN_EXOIRED::x'], {}, 'source.unwell'],
  [['SUCCESS::x'], { errorCode: 'SITEM_NOT_EXIST' }, 'source.gone'],
  [['SUCCESS::x'], { url: 'https://acs.aliexpress.com/x/_____tmd_____/punish' }, 'source.blocked-us'],
])('names the answer %j %j', (ret, data, code) => {
  expect(() => productOnPage(JSON.stringify({ ret, data }), itemUrl)).toThrow(
    expect.objectContaining({ code }),
  );
});

it('cleans a description: lazy images made real, no scripts, no way back to the marketplace', () => {
  const html = `<script>window.adminAccountId=1</script><div class="detailmodule_html" onclick="x()"><h2>Care</h2>
    <p>Wipe &lt;dry&gt; &amp; go</p><img data-src="//ae01.alicdn.com/kf/S1.jpg_640x640.jpg" src="data:x" onerror="x()">
    <a href="https://www.aliexpress.com/item/1.html"><img src="//ae01.alicdn.com/kf/S2.jpg">Others</a>
    <a href="javascript:x()">here</a><iframe src="https://x.example"></iframe><style>p{}</style>
    <table><tr><td colspan="2" style="x">Oak</td></tr></table></div>`;

  const clean = cleanDescription(html, itemUrl.href);

  expect(clean.replaceAll(/\s*\n\s*/g, '')).toBe(
    '<div><h2>Care</h2><p>Wipe &lt;dry&gt; &amp; go</p><img src="https://ae01.alicdn.com/kf/S1.jpg"><a>here</a><table><tr><td colspan="2">Oak</td></tr></table></div>',
  );
});
