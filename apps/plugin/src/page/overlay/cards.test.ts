// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { sourceLinkOf } from '../source-link-of.ts';
import { cardsOn } from './cards.ts';

const page = new URL('https://www.aliexpress.com/w/wholesale-lamp.html');
const sourceLinks = ['1005000000000001', '1005000000000002'].map((id) => ({
  id,
  url: `https://www.aliexpress.com/item/${id}.html`,
  title: null,
  imageUrl: null,
  price: null,
  currency: null,
}));

it('finds the whole card of each product by any of its links, wherever they lead through', () => {
  document.body.innerHTML = `<main><div id="one"><a href="//www.aliexpress.com/item/1005000000000001.html?x=1"><i></i></a>
<p><a href="https://pt.aliexpress.com/item/1005000000000001.html">Lamp</a> <a href="/store/7">Store</a></p></div>
<div id="two"><a href="https://www.aliexpress.com/item/1005000000000002.html">Lamp 2</a></div>
<div id="three"><a href="https://www.aliexpress.com/item/1005000000000003.html">Not listed</a></div></main>`;

  const cards = cardsOn(document, sourceLinkOf('aliexpress', sourceLinks, page));

  expect(cards.map(({ id, element }) => [id, element.id])).toEqual([
    ['1005000000000001', 'one'],
    ['1005000000000002', 'two'],
  ]);
});

it('recognises a link by its address alone where nothing else describes it', () => {
  const strange = sourceLinks.map((sourceLink, at) => ({
    ...sourceLink,
    id: `/things/${at}`,
    url: `https://corner.example/things/${at}`,
  }));
  document.body.innerHTML = '<div id="card"><a href="https://corner.example/things/1#top">Tea</a></div>';

  const cards = cardsOn(document, sourceLinkOf('unknown', strange, new URL('https://corner.example/')));

  expect(cards.map(({ id }) => id)).toEqual(['/things/1']);
});
