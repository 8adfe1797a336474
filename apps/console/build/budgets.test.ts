import { describe, expect, it } from 'vitest';
import { lines, measure, type Script, tooHeavy } from './budgets.ts';

const script = (
  file: string,
  kilobytes: number,
  imports: string[] = [],
  source: string | null = null,
): Script => ({
  file,
  source,
  bytes: kilobytes * 1000,
  imports,
});
const built = (page: number) => [
  script('index.js', 100, ['shared.js'], '/console/index.html'),
  script('shared.js', 50),
  script('texts.js', 20, [], '\0virtual:catalogue/zh-CN'),
  script('more-texts.js', 10, [], '\0virtual:catalogue/zh-CN/first'),
  script('other-texts.js', 50, [], '\0virtual:catalogue/zh-CN/rest'),
  script('words.js', 30, [], '\0virtual:catalogue/pt-BR'),
  script('login.js', 5, ['form.js', 'shared.js'], '/console/src/features/account/guest/login-page.tsx'),
  script('form.js', 15),
  script('signed-in.js', 60, ['form.js'], '/console/src/app/signed-in.tsx'),
  script(
    'product.js',
    page,
    ['form.js', 'shared.js'],
    '/console/src/features/products/editor/product-page.tsx',
  ),
];

describe('the weight of a build', () => {
  it('counts what a browser loads: one language, what is shared once, of a page what it adds to the frame', () => {
    expect(measure(built(40))).toEqual([
      { name: 'login', kilobytes: 190, most: 280 },
      { name: 'frame', kilobytes: 255, most: 340 },
      { name: 'after sign-in', kilobytes: 70, most: 100 },
      { name: 'texts', kilobytes: 50, most: 60 },
      { name: 'products/editor/product-page', kilobytes: 40, most: 110 },
    ]);
  });

  it('is shown beside what others bring, and refused above its budget', () => {
    expect(lines(measure(built(40)))[0]).toContain('React Ant Design Pro: 662');
    expect(tooHeavy(measure(built(40)))).toEqual([]);
    expect(tooHeavy(measure(built(111)))).toEqual([
      'products/editor/product-page brings 111 kB of JavaScript, at most 110 may be',
    ]);
  });
});
