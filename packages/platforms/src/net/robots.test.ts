import { expect, it } from 'vitest';
import { parseRobots } from './robots.ts';

const shopify = `# we use Shopify as our ecommerce platform
User-agent: *
Disallow: /a/downloads/-/*
Disallow: /admin
Disallow: /cart
Disallow: /collections/*sort_by*
Disallow: /collections/*+*
Disallow: /*/collections/*filter*&*filter*
Disallow: /search
Allow: /search/help$
Sitemap: https://shop.example/sitemap.xml

User-agent: adsbot-google
Disallow: /checkouts/

User-agent: Nutch
Disallow: /

User-agent: AhrefsBot
Crawl-delay: 10
`;

it.each([
  ['/products.json?limit=250&page=1', true],
  ['/collections/lamps/products.json?limit=250&page=1', true],
  ['/collections/lamps?sort_by=price', false],
  ['/collections/a+b', false],
  ['/fr/collections/x?filter.a=1&filter.b=2', false],
  ['/cart.js', false],
  ['/search/help', true],
  ['/search/help/more', false],
  ['/a/downloads/-/x', false],
])("reads Shopify's own rules: %s allowed is %s", (path, allowed) => {
  expect(parseRobots(shopify, 'BowerbirdBot').allows(path)).toBe(allowed);
});

it('obeys the rules that name us instead of those for everybody', () => {
  const robots = parseRobots(
    'User-agent: *\nDisallow: /\n\nuser-AGENT: bowerbirdbot/2.0 # us\nUser-agent: Other\nDisallow: /private\nCrawl-delay: 2\n',
    'BowerbirdBot',
  );

  expect([robots.allows('/'), robots.allows('/private/x'), robots.crawlDelayMs]).toEqual([true, false, 2000]);
});

it('lets the longest rule win, and Allow on a tie', () => {
  const robots = parseRobots(
    'User-agent: *\nDisallow: /p\nAllow: /p\nAllow: /s\nDisallow: /shop\nAllow: /shop/*.json$',
    'x',
  );

  expect(['/p', '/s', '/shop', '/shop/a.json', '/shop/a.json?x'].map((path) => robots.allows(path))).toEqual([
    true,
    true,
    false,
    true,
    false,
  ]);
});

it('takes an empty rule, a page of HTML and nothing at all for "everything is allowed"', () => {
  for (const text of ['User-agent: *\nDisallow:', '<!doctype html><p>Disallow: /', '', 'Disallow: /']) {
    expect(parseRobots(text, 'x').allows('/products.json')).toBe(true);
  }
});

it('reads a letter and its percent code as one path', () => {
  const robots = parseRobots('User-agent: *\nDisallow: /灯/\nDisallow: /%e4%b8%ad', 'x');

  expect([robots.allows('/%E7%81%AF/x'), robots.allows('/%E4%B8%AD'), robots.allows('/x')]).toEqual([
    false,
    false,
    true,
  ]);
});

it('allows everything to us where the last group names us and has no rule', () => {
  expect(
    parseRobots('User-agent: *\nDisallow: /\n\nUser-agent: BowerbirdBot', 'BowerbirdBot').allows('/a'),
  ).toBe(true);
});

it('reads the names before and after a sitemap as one group', () => {
  const robots = parseRobots(
    'User-agent: BowerbirdBot\nSitemap: https://shop.example/sitemap.xml\nUser-agent: Other\nDisallow: /private',
    'BowerbirdBot',
  );

  expect(robots.allows('/private')).toBe(false);
});

it('waits a minute between two requests at most, whatever delay a site wants', () => {
  const delayOf = (value: string) => parseRobots(`User-agent: *\nCrawl-delay: ${value}`, 'x').crawlDelayMs;

  expect(['2.5', '86400', '-1', 'soon', ''].map(delayOf)).toEqual([2500, 60_000, 0, 0, 0]);
});

it('is not held up by a rule made of stars, nor by one made of spaces', () => {
  const spaces = ' '.repeat(200_000);
  const robots = parseRobots(
    `User-agent: *\nDisallow: /${'*a'.repeat(5000)}$\nDisallow: /b${spaces}c${spaces}d`,
    'x',
  );

  expect(robots.allows(`/${'a'.repeat(4000)}b`)).toBe(true);
});
