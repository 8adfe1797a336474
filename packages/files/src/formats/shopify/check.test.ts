import { expect, it } from 'vitest';
import { checkShopifyCsv } from './check.ts';

const header = 'Handle,Title,Option1 Name,Option1 Value,Variant Price,Image Src,Variant Image,Status\n';
const faultsOf = (rows: string) =>
  checkShopifyCsv(header + rows).map(({ row, column, code }) => `${row} ${column}: ${code}`);

it('accepts variants and images side by side', () => {
  const rows =
    'mug,Mug,Size,S,9,https://a.example/1.jpg,https://a.example/2.jpg,active\n' +
    'mug,,,L,9,https://a.example/2.jpg,,\nmug,,,,,https://a.example/3.jpg,,\n';

  expect(faultsOf(rows)).toEqual([]);
});

it.each([
  ['a product without a title', 'mug,,Size,S,9,,,\n', ['2 Title: product.title-missing']],
  ['variants without a handle', ',Mug,Size,S,9,,,\n', ['2 Handle: row.handle-missing']],
  [
    'a variant without its value',
    'mug,Mug,Size,S,9,,,\nmug,,,,8,,,\n',
    ['3 Option1 Value: option.value-missing'],
  ],
  ['a value without an option', 'mug,Mug,,S,9,,,\n', ['2 Option1 Name: option.name-missing']],
  [
    'an option that changes its name',
    'mug,Mug,Size,S,9,,,\nmug,,Colour,L,8,,,\n',
    ['3 Option1 Name: option.name-changes'],
  ],
  [
    'a combination twice',
    'mug,Mug,Size,S,9,,,\nmug,,,S,8,,,\n',
    ['3 Option1 Value: option.combination-twice'],
  ],
  [
    "a variant's picture that is not among the product's",
    'mug,Mug,Size,S,9,https://a.example/1.jpg,https://a.example/2.jpg,\n',
    ['2 Variant Image: variant.picture-unknown'],
  ],
  ['a row that says nothing', 'mug,Mug,Size,S,9,,,\nmug,,,,,,,\n', ['3 null: row.says-nothing']],
  [
    'a product whose rows stand apart',
    'mug,Mug,Size,S,9,,,\ncup,Cup,,,,,,\nmug,Mug,Size,L,9,,,\n',
    ['4 Handle: product.handle-twice'],
  ],
  ['more cells than the header has', 'mug,Mug,Size,S,9,,,active,x\n', ['2 9: row.too-many-cells']],
  [
    "words that are none of Shopify's",
    'mug,Mug,Size,S,9,ftp://a.example/1.jpg,,live\n',
    ['2 Image Src: cell.not-url', '2 Status: cell.not-status'],
  ],
])('refuses %s, at its place', (_, rows, faults) => {
  expect(faultsOf(rows)).toEqual(faults);
});

it('refuses the 2,049th variant and the 251st image', () => {
  const variants = Array.from(
    { length: 2049 },
    (_, index) => `mug,${index === 0 ? 'Mug,Size' : ','},${index},9,,,\n`,
  );
  const images = Array.from(
    { length: 251 },
    (_, index) => `cup,${index === 0 ? 'Cup' : ''},,,,https://a.example/${index}.jpg,,\n`,
  );

  expect(faultsOf(variants.join('') + images.join(''))).toEqual([
    '2 Handle: product.too-many-variants',
    '2301 Image Src: product.too-many-pictures',
  ]);
});
