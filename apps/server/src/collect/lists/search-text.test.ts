import { describe, expect, it } from 'vitest';
import { boxQuery, boxSearchText } from './search-text.ts';

describe('the box of collected products', () => {
  it.each([
    'https://shop.example/products/blue-mug',
    'https://shop.example/collections/mugs/products/Blue-Mug/?variant=12#top',
    ' https://shop.example/de/products/blue%2Dmug ',
  ])('finds a product by its pasted address, %s', (pasted) => {
    const text = boxSearchText('Becher', 'https://shop.example/products/blue-mug');

    expect(text).toContain(boxQuery(pasted).toLowerCase());
  });

  it('finds a product by any part of its title, in any script and case', () => {
    const text = boxSearchText('ＣＡＦÉ 陶瓷杯子', 'https://shop.example/products/%E6%9D%AF');

    expect(text).toBe('cafe 陶瓷杯子\n杯');
  });

  it.each(['blue mug', '杯', 'https://shop.example/', 'https://', '100%'])(
    'takes %j as it was typed',
    (typed) => {
      expect(boxQuery(typed)).toBe(typed);
    },
  );

  it('survives an address whose signs are no text', () => {
    expect(boxSearchText('Mug', 'https://shop.example/products/%E0%A4%A')).toBe('mug\n%e0%a4%a');
  });
});
