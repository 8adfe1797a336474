import { AppError } from '@bowerbird/contract/errors';
import { describe, expect, it } from 'vitest';
import { productOnPage, readPage } from './page.ts';
import { alibabaCom, china } from './sites.ts';

const item = new URL('https://www.alibaba.com/product-detail/Tea-Pot_1600000000007.html');
const offer = new URL('https://detail.1688.com/offer/610000000008.html');
const good = `<script>window.detailData = ${JSON.stringify({
  globalData: {
    product: {
      productId: 1600000000007,
      subject: 'Pot',
      price: { productLadderPrices: [{ min: 1, max: -1, dollarPrice: 5 }] },
    },
  },
})};</script>`;
const refusal = (reading: () => unknown): AppError => {
  try {
    reading();
  } catch (thrown) {
    return AppError.from(thrown);
  }
  throw new Error('nothing was thrown');
};

describe('pages that are no product', () => {
  const url = (address: string) => new URL(address);

  it.each([
    [
      'the guard’s address',
      'https://www.alibaba.com/_____tmd_____/punish?x5secdata=1',
      '',
      'source.blocked-us',
    ],
    [
      'the guard’s script',
      item.href,
      '<script src="//g.alicdn.com/sd/sufei-punish/index.js"></script>',
      'source.blocked-us',
    ],
    [
      'a captcha',
      item.href,
      '<title>Captcha Interception</title><div id="nocaptcha"></div>',
      'source.blocked-us',
    ],
    [
      'a final no',
      'https://bixi.alicdn.com/punish/a.html?action=deny&uuid=cloud_ip_bl',
      '',
      'source.blocked-us',
    ],
    ['a sign-in', 'https://login.1688.com/member/signin.htm?Done=x', '请登录', 'source.password-protected'],
    ['a sign-in', 'https://login.alibaba.com/newlogin/icbuLogin.htm', '', 'source.password-protected'],
    ['nothing any more', item.href, '<title>Product not found - Alibaba.com</title>', 'source.gone'],
  ])('names %s', (_, address, html, code) => {
    expect(refusal(() => productOnPage(alibabaCom, { html, url: url(address) }))).toMatchObject({ code });
    expect(refusal(() => productOnPage(china, { html, url: url(address) }))).toMatchObject({ code });
  });

  it('names the guard by its header alone', () => {
    const headers = new Headers({ bxpunish: '1' });

    expect(
      refusal(() => productOnPage(alibabaCom, { html: '<html></html>', url: item, headers })),
    ).toMatchObject({
      code: 'source.blocked-us',
    });
  });

  it('is not frightened by the same words on a good page', () => {
    const html = `${good}<script src="/sufei-punish.js"></script>请登录 验证码 商品已下架`;

    expect(readPage(alibabaCom, html, item)).toHaveLength(1);
  });

  it('says so when the state is there and cannot be read, and makes nothing of what stands beside it', () => {
    const linked = `<script type="application/ld+json">{"@type":"Product","name":"Pot","offers":{"price":"19"}}</script>`;
    const html = `${linked}<script>window.detailData = {"globalData":{"product":{`;

    expect(refusal(() => productOnPage(alibabaCom, { html, url: item }))).toMatchObject({
      code: 'source.page-not-understood',
    });
  });

  it('takes the part that linked data give where there is no state, and calls it a part', () => {
    const html = `<script type="application/ld+json">${JSON.stringify({
      '@type': 'Product',
      name: 'Tea Pot - Buy Product on Alibaba.com',
      image: ['https://sc04.alicdn.com/kf/H1.jpg_250x250.jpg'],
      offers: { '@type': 'Offer', price: '19', priceCurrency: 'USD' },
    })}</script>`;

    expect(readPage(alibabaCom, html, item)).toMatchObject([
      {
        title: 'Tea Pot',
        currency: 'USD',
        images: [{ url: 'https://sc04.alicdn.com/kf/H1.jpg' }],
        source: { id: '1600000000007' },
        extra: { alibaba: { way: 'part' } },
      },
    ]);
  });

  it('is not held up by a page made of beginnings', () => {
    const html = 'window.detailData = {"a":['.repeat(40_000) + 'window.context=(function({'.repeat(20_000);

    expect([readPage(alibabaCom, html, item), readPage(china, html, offer)]).toEqual([[], []]);
  });
});
