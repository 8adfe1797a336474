import { AppError } from '@bowerbird/contract/errors';
import { expect, it } from 'vitest';
import { timesLinear } from '../../testing/clock/processor-time.ts';
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

it.each([')', '.', ' ', '"', '。', ')x', '。a', '，'])(
  'reads a long row of %j in time that grows with its length',
  (sign) => {
    const pasted = `https://a.example/${sign.repeat(1980 / sign.length)}`;

    expect(
      timesLinear(() => readAll([pasted, `${pasted}x`, `x ${pasted} x`]), 3 * pasted.length),
    ).toBeLessThan(50);
  },
);

it('calls a text longer than any address no address', () => {
  expect(() => readPasted(`https://a.example/${'a'.repeat(2000)}`)).toThrow(AppError);
});

function readAll(pasted: readonly string[]): void {
  for (const each of pasted) {
    try {
      readPasted(each);
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(AppError);
    }
  }
}
