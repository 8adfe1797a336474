import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { entriesOnPage } from '../../collecting/wordpress/loop.ts';
import { readPage } from './page.ts';
import { readPostProduct } from './schema.ts';
import { sourceLinksOn } from './source-links.ts';

const facts = { host: 'den.example', siteName: null, pathOf: (_: string, name: string) => [name] };
const place = new URL('https://den.example/lamp/');

function held(read: () => Product | Product[]): void {
  let made: Product[];
  try {
    made = [read()].flat();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown).not.toMatchObject({ code: 'unexpected' });
    return;
  }
  for (const product of made) {
    expect(Product.safeParse(product).error?.issues ?? []).toEqual([]);
    expect(product.descriptionHtml).not.toMatch(/<script|\son\w+=/i);
    expect(() => JSON.stringify(product)).not.toThrow();
  }
}

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    0,
    -1,
    2 ** 60,
    [],
    [null],
    {},
    { toString: 1 },
    { rendered: {} },
    '\uD800',
    true,
  ),
  fc.jsonValue({ maxDepth: 3 }),
);
const field = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: odd });
const words = fc.constantFrom(
  '<p>Price: €12,50</p>',
  '<p>价格 99</p><del>$1.299,00</del>',
  '<ul><li>Colour: Black / White</li><li>Size: S|M|L</li></ul>',
  '<table><tr><td>Wood</td><td>Oak</td></tr></table>',
  '<img src="x" onerror="alert(1)"><script>alert(1)</script>',
  '<svg><style><img src=x onerror=alert(1)>',
  '<p>SKU: 00-7</p>',
);
const post = fc.record(
  {
    id: field(fc.nat()),
    slug: field(fc.string({ minLength: 1, unit: 'binary' })),
    link: field(fc.webUrl()),
    type: field(fc.constant('post')),
    title: field(fc.record({ rendered: fc.string({ minLength: 1 }) })),
    content: field(
      fc.record({
        rendered: fc.array(fc.oneof(words, fc.string()), { maxLength: 5 }).map((all) => all.join('')),
      }),
    ),
    _embedded: field(fc.record({ 'wp:featuredmedia': odd, 'wp:term': odd })),
    yoast_head_json: odd,
  },
  { requiredKeys: ['id', 'slug', 'link', 'title', 'content'] },
);

it('makes a sound product or a named failure of whatever a post says, and lets no script through', () => {
  fc.assert(
    fc.property(post, (sent) => held(() => readPostProduct(sent, facts))),
    { numRuns: 1000 },
  );
});

const mega = 2_000_000;
it.each([
  ['entries', '<article class="type-post">'.repeat(mega / 27)],
  ['links', '<article class="type-post"><a href="/a/">'.repeat(mega / 40)],
  ['texts in texts', '<div class="entry-content">'.repeat(mega / 27)],
  [
    'lists',
    `<h1 class="entry-title">A</h1><div class="entry-content">${'<ul><li>Colour: a / b'.repeat(mega / 22)}`,
  ],
  ['prices', `<h1 class="entry-title">A</h1><div class="entry-content">${'<p>$1 '.repeat(mega / 6)}`],
  ['struck prices', `<h1 class="entry-title">A</h1><div class="entry-content">${'<del>'.repeat(mega / 5)}`],
  ['slashes', `<h1 class="entry-title">A</h1><div class="entry-content"><p>Size: ${'a / '.repeat(mega / 4)}`],
  ['beginnings', '<'.repeat(mega)],
])('is not held up by two million of %s', { tags: ['slow'] }, (_, html) => {
  held(() => readPage(html, place));
  held(() =>
    readPostProduct(
      { id: 1, slug: 'a', link: place.href, title: { rendered: 'A' }, content: { rendered: html } },
      facts,
    ),
  );
  entriesOnPage(html, place, 'post');
  sourceLinksOn(html, place);
});
