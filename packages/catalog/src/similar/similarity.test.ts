import { expect, it } from 'vitest';
import { type Compared, similarity, similarityKeys, similarityOf } from './similarity.ts';

const good = (title: string, changes: Partial<Compared> = {}): Compared => ({
  title,
  imageUrl: null,
  url: `https://one.example/products/${encodeURIComponent(title.toWellFormed())}`,
  shop: 'one.example',
  ...changes,
});
const elsewhere = (title: string, changes: Partial<Compared> = {}) =>
  good(title, {
    url: `https://two.example/p/${encodeURIComponent(title.toWellFormed())}`,
    shop: 'two.example',
    ...changes,
  });
const keysOf = (product: Compared) => similarityKeys(product).map(({ kind, sums }) => `${kind} ${sums}`);
const shares = (one: Compared, other: Compared) => keysOf(one).some((key) => keysOf(other).includes(key));

it.each([
  ['source', good('Lamp'), good('Another lamp', { url: 'https://www.one.example/products/Lamp/?ref=1' })],
  [
    'title-image',
    good('Desk lamp', { imageUrl: 'https://cdn.example/a/lamp-front_925x.jpg?v=1' }),
    good('DESK LAMP!', { url: 'https://one.example/x', imageUrl: 'https://img.example/a/lamp-front.jpg' }),
  ],
  [
    'image',
    good('Desk lamp', { imageUrl: 'https://cdn.example/a/lamp-front.jpg' }),
    elsewhere('Lampe de bureau', { imageUrl: 'https://cdn2.example/a/lamp-front-300x300.jpg' }),
  ],
  ['title', good('Black Desk Lamp'), elsewhere('black desk-lamp')],
  [
    'similar-title',
    good('Black Desk Lamp with USB Port'),
    elsewhere('Desk Lamp with USB Port, black colour'),
  ],
  ['similar-title', good('黑色台灯 带USB接口 护眼学习'), elsewhere('黑色台灯 USB接口 护眼学习 宿舍')],
] as const)('finds two that are alike by %s', (similarity, one, other) => {
  expect([similarityOf(one, other), similarityOf(other, one)]).toEqual([similarity, similarity]);
  expect(shares(one, other)).toBe(true);
});

it.each([
  ['another number', good('Phone case for Model 12 black'), elsewhere('Phone case for Model 13 black')],
  [
    'one shop, one picture',
    good('Mug, red', { imageUrl: '/a/mug-chart.jpg' }),
    good('Mug, blue', { imageUrl: '/a/mug-chart.jpg' }),
  ],
  ['one shop, similar titles', good('Haven Stoneware Mug'), good('Ember Stoneware Mug')],
  [
    'a picture named like all',
    good('Desk lamp', { imageUrl: 'https://a.example/no-image.jpg' }),
    elsewhere('Vase', { imageUrl: 'https://b.example/no-image.jpg' }),
  ],
  ['short titles', good('Mug'), elsewhere('Mug')],
  ['other things', good('Black Desk Lamp with USB Port'), elsewhere('Oak Coffee Table with Drawer')],
])('does not take two for alike: %s', (_, one, other) => {
  expect(similarityOf(one, other)).toBeNull();
});

it('lets titles with most words in common find each other, nearly always', () => {
  const words = [
    'oak',
    'walnut',
    'linen',
    'brass',
    'round',
    'small',
    'outdoor',
    'vintage',
    'folding',
    'glass',
  ];
  const titles = Array.from({ length: 200 }, (_, at) =>
    Array.from({ length: 7 }, (__, place) => words[(at * 7 + place * (1 + (at % 9))) % words.length]).join(
      ' ',
    ),
  );
  const pairs = titles.map((title) => [good(title), elsewhere(`${title} new`)] as const);
  const near = pairs.filter(([one, other]) => similarity(one.title, other.title) >= 0.9);

  expect(near.length).toBeGreaterThan(50);
  expect(near.filter(([one, other]) => shares(one, other)).length).toBeGreaterThan(near.length * 0.95);
});

it('reads any text without trouble', () => {
  for (const title of ['', ' ', '\uD800', '9'.repeat(5000), '😀'.repeat(100), '<b>']) {
    const odd = good(title, { url: title, imageUrl: title });
    expect(keysOf(odd).every((key) => /^[uptw] -?\d+,-?\d+$/.test(key))).toBe(true);
  }
});
