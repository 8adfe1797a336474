import { AppError } from '@bowerbird/contract/errors';
import { expect, it } from 'vitest';
import { readPasted } from './address.ts';

it.each([
  ['https://shop.example/products/mug', 'https://shop.example/products/mug'],
  ['  shop.example  ', 'https://shop.example/'],
  ['//shop.example/collections/all', 'https://shop.example/collections/all'],
  ['ｈｔｔｐｓ：／／ｓｈｏｐ．ｅｘａｍｐｌｅ／ａ', 'https://shop.example/a'],
  ['https://shop.example/products/mug。', 'https://shop.example/products/mug'],
  ['看看这家 https://shop.example/products/mug，很好', 'https://shop.example/products/mug'],
  ['“https://shop.example/a”', 'https://shop.example/a'],
  ['<https://shop.example/a>', 'https://shop.example/a'],
  ['https://shop.example/a#reviews', 'https://shop.example/a'],
  [
    'https://shop.example/zh/products/%E6%9D%AF?variant=12',
    'https://shop.example/zh/products/%E6%9D%AF?variant=12',
  ],
  ['商店.example', 'https://xn--czrs0t.example/'],
  ['glade-home.localhost:8901/collections/new-in', 'http://glade-home.localhost:8901/collections/new-in'],
  ['127.0.0.1:8901', 'http://127.0.0.1:8901/'],
])('reads %s', (pasted, address) => {
  expect(readPasted(pasted).href).toBe(address);
});

it.each([
  '',
  '   ',
  'mug',
  'hello world',
  'ftp://shop.example/',
  'javascript:alert(1)',
  'https://',
  'https://ann:secret@shop.example/',
  'shop example.com/x',
  'https://.',
])('calls %j no address', (pasted) => {
  const read = () => readPasted(pasted);

  expect(read).toThrow(AppError);
  expect(read).not.toThrow(/secret/);
});
