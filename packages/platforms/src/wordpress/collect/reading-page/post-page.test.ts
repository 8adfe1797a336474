import { AppError } from '@bowerbird/contract/errors';
import { describe, expect, it } from 'vitest';
import { readPage } from '../page.ts';

const url = new URL('https://blog.example/black-desk-lamp/');
const content = '<p>A lamp with a port.</p><p>Price: $89.00 <del>$110.00</del></p>';
const image =
  '<img class="attachment wp-post-image" src="/wp-content/uploads/lamp.jpg" alt="Lamp" width="900" height="900">';

/** A page of an older theme. */
const olderTheme = `<body class="single single-post postid-33"><article><h1 class="entry-title">Black &amp; bright</h1>
  ${image.replace('src="/', 'src="https://blog.example/')}
  <div class="entry-content"><div>${content}</div></div>
  <a href="https://blog.example/category/lighting/" rel="category tag">Lighting &amp; Décor</a>
  <a href="https://blog.example/tag/lamp/" rel="tag">lamp</a></article>
  <aside><h2 class="entry-title">Another post</h2><div class="entry-content">Price: $5.00</div></aside></body>`;
/** A page of a block theme. */
const blockTheme = `<body class="wp-singular postid-33"><h1 class="wp-block-post-title">Black &amp; bright</h1>
  <figure>${image.replace('src="/', 'src="https://blog.example/')}</figure>
  <div class="entry-content wp-block-post-content">${content}</div>
  <div class="taxonomy-category"><a href="/category/lighting/" rel="tag">Lighting &amp; Décor</a></div>
  <div class="taxonomy-post_tag"><a href="/tag/lamp/" rel="tag">lamp</a></div></body>`;

describe('a post read from its page, where the API is closed', () => {
  it.each([
    ['an older theme', olderTheme],
    ['a theme of blocks', blockTheme],
  ])('gives the same as the API would, by %s', (_, html) => {
    expect(readPage(html, url)).toMatchObject([
      {
        title: 'Black & bright',
        handle: 'black-desk-lamp',
        status: 'active',
        // A dollar sign, but the page does not say which country's.
        currency: null,
        variants: [{ price: '89.00', compareAtPrice: '110.00' }],
        categories: [['Lighting & Décor']],
        tags: ['lamp'],
        images: [{ url: 'https://blog.example/wp-content/uploads/lamp.jpg', alt: 'Lamp', width: 900 }],
        source: { platform: 'wordpress', id: 'post:33' },
      },
    ]);
  });

  it('is a draft without a price, where none stands in its words', () => {
    const [product] = readPage(olderTheme.replaceAll(/\$\d+\.00/g, 'on request'), url);

    expect(product).toMatchObject({ status: 'draft', variants: [{ price: null }] });
  });

  it('names the password it asks for', () => {
    const requests = olderTheme.replace(content, '<form class="post-password-form"><input></form>');

    expect(() => readPage(requests, url)).toThrow(AppError);
    expect(() => readPage(requests, url)).toThrow('asks for a password');
  });

  it('finds nothing on a page of no post', () => {
    expect(readPage('<body class="home"><h1>Welcome</h1></body>', url)).toEqual([]);
  });
});
