import { expect, it } from 'vitest';
import { addressesIn, addressesInTable, addressesOfQuery, collectPath } from './pasted-addresses.ts';

it('takes one address per line and keeps what is none, so that it can be shown', () => {
  const text =
    ' shop.example\r\n\nnot an address\nlook: https://a.example/x and https://b.example/y\nshop.example';

  expect(addressesIn(text)).toEqual([
    'shop.example',
    'not an address',
    'https://a.example/x',
    'https://b.example/y',
  ]);
});

it('finds the addresses of a dropped table among its other cells', () => {
  const table =
    '\uFEFFname;address;price\n"Lamp, big";"https://a.example/products/lamp?variant=1";12,50\nMug;b.example;3\n';

  expect(addressesInTable(table)).toEqual(['https://a.example/products/lamp?variant=1', 'b.example']);
});

it('hands over a thousand addresses as well as one', () => {
  const many = Array.from({ length: 1000 }, (_, index) => `https://shop.example/products/good-${index}`);

  for (const addresses of [['https://shop.example/?a=1&b=2'], many]) {
    const path = collectPath(addresses);

    expect(path.length).toBeLessThan(8000);
    expect(addressesOfQuery(new URLSearchParams(path.split('?')[1]))).toEqual(addresses);
  }
});
