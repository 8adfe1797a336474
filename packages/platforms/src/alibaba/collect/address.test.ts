import { describe, expect, it } from 'vitest';
import { listAddress, productIdIn, readAddress, searchAddress, wordsSearched } from './address.ts';
import { fullSize } from './product/images.ts';
import { alibabaCom, china } from './sites.ts';

describe('addresses', () => {
  const id = (site: typeof china, address: string) => productIdIn(site, new URL(address));

  it('takes a product’s id from the path alone, on every host of the site', () => {
    expect([
      id(
        alibabaCom,
        'https://www.alibaba.com/product-detail/A-B_1600919613373.html?mail=99999999999999_1.html',
      ),
      id(alibabaCom, 'https://german.alibaba.com/product-detail/A-B-1600919613373.html'),
      id(alibabaCom, 'https://m.alibaba.com/product/1600919613373/A-B.html'),
      id(alibabaCom, 'https://www.alibaba.com/trade/search?SearchText=a_1600919613373.html'),
      id(china, 'https://m.1688.com/offer/951410798382.html?sk=order'),
      id(china, 'https://detail.1688.com/offer/951410798382.html'),
      id(china, 'https://detail.m.1688.com/page/index.html?offerId=951410798382&spm=1'),
    ]).toEqual([
      '1600919613373',
      '1600919613373',
      '1600919613373',
      null,
      '951410798382',
      '951410798382',
      '951410798382',
    ]);
  });

  it('keeps the GBK of a search as it was written, on every page of it', () => {
    const search = new URL(
      'https://s.1688.com/selloffer/offer_search.htm?keywords=%C1%AC%D2%C2%C8%B9&beginPage=4&spm=a1',
    );
    const { scope, root, key } = readAddress(china, search);

    expect([scope, wordsSearched(key ?? '')]).toEqual(['search', '连衣裙']);
    expect(searchAddress(china, new URL('https://shop1.1688.com/'), '连衣裙 2').search).toBe(
      '?keywords=%C1%AC%D2%C2%C8%B9+2',
    );
    expect(listAddress(china, root, key, 2).href).toBe(
      'https://s.1688.com/selloffer/offer_search.htm?keywords=%C1%AC%D2%C2%C8%B9&beginPage=2',
    );
    expect(wordsSearched('/trade/search?SearchText=car+seat%20covers')).toBe('car seat covers');
  });

  it.each([
    [
      alibabaCom,
      'https://www.alibaba.com/trade/search?tab=all&SearchText=Speakers&categoryId=518',
      'category',
    ],
    [alibabaCom, 'https://www.alibaba.com/trade/search?SearchText=Speakers&tab=all', 'search'],
    [alibabaCom, 'https://www.alibaba.com/Auto/Seat-Covers_p100001120', 'category'],
    [alibabaCom, 'https://www.alibaba.com/catalog/speakers_cid518?page=3', 'category'],
    [alibabaCom, 'https://www.alibaba.com/showroom/car-seat.html', 'category'],
    [alibabaCom, 'https://xzounasen.en.alibaba.com/productgrouplist-811/Seats.html', 'category'],
    [alibabaCom, 'https://xzounasen.en.alibaba.com/productlist.html', 'shop'],
    [china, 'https://shop9cf3288888585.1688.com/page/offerlist.htm', 'shop'],
    [china, 'https://shop9cf3288888585.1688.com/page/offerlist_123.htm', 'category'],
  ])('knows what %o names by %s: a %s', (site, address, scope) => {
    expect(readAddress(site, new URL(address)).scope).toBe(scope);
  });
});

it('asks for images at their full size', () => {
  expect(
    [
      'https://sc04.alicdn.com/kf/H1.jpg_960x960q80.jpg',
      'https://sc04.alicdn.com/kf/H2.png_120x120.png',
      'https://cbu01.alicdn.com/img/ibank/O1!!2-0-cib.310x310.jpg',
      'https://cbu01.alicdn.com/img/ibank/O1!!3-0-cib.jpg_.webp',
      'img/ibank/O1.search.jpg',
      'https://shop.example/a.jpg?v=2',
    ].map(fullSize),
  ).toEqual([
    'https://sc04.alicdn.com/kf/H1.jpg',
    'https://sc04.alicdn.com/kf/H2.png',
    'https://cbu01.alicdn.com/img/ibank/O1!!2-0-cib.jpg',
    'https://cbu01.alicdn.com/img/ibank/O1!!3-0-cib.jpg',
    'https://cbu01.alicdn.com/img/ibank/O1.jpg',
    'https://shop.example/a.jpg?v=2',
  ]);
});
