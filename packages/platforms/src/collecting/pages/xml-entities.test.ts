import { expect, it } from 'vitest';
import { startVisit } from '../../net/http.ts';
import { contextFor } from '../../testing/collecting.ts';
import { sitemapPlaces } from '../links/sitemap.ts';

const index = new URL('https://shop.example/sitemap.xml');

async function read(text: string): Promise<{ places: string[]; fetched: string[] }> {
  const fetched: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    fetched.push(String(input instanceof Request ? input.url : input));
    return new Response(text, { headers: { 'content-type': 'application/xml' } });
  };
  const places = await sitemapPlaces(startVisit(contextFor(fetch), { robots: false }), index, () => []);
  return { places: places.map(({ href }) => href), fetched };
}

it('a sitemap reads no file and no address by an entity of its own, and grows by none [asvs 1.5.1]', async () => {
  const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join(
    '',
  );
  const { places, fetched } = await read(
    `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY l0 "ha">${laughs}
     <!ENTITY file SYSTEM "file:///etc/hostname"><!ENTITY far SYSTEM "https://elsewhere.example/x">
     <!ENTITY % part SYSTEM "https://elsewhere.example/part.dtd"> %part;]>
     <urlset><url><loc>https://shop.example/products/a&amp;b</loc></url>
     <url><loc>https://shop.example/&file;</loc></url><url><loc>https://shop.example/&far;</loc></url>
     <url><loc>https://shop.example/&l9;</loc></url></urlset>`,
  );

  expect(fetched).toEqual([index.href]);
  expect(places[0]).toBe('https://shop.example/products/a&b');
  expect(places.join(' ').length).toBeLessThan(300);
  expect(places.join(' ')).not.toContain('haha');
});
