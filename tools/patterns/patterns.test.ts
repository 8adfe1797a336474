import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { patternsIn, slowTextFor } from './patterns.ts';

/**
 * Patterns that backtrack over long repetitions, each with the reason why it never gets such text. A new pattern should
 * avoid backtracking, mostly with `(?<!x)` before the `x+` at its beginning, or with `[^<>]` in place of `[^>]`.
 */
const allowed: Record<string, string> = {
  'apps/server/src/news/pages/markdown.ts /\\[([^\\]]+)\\]\\(([^)\\s]+)\\)/g':
    'reads pages of this repository',
  'apps/server/src/news/pages/markdown.ts /\\s*\\n\\s*/g': 'reads pages of this repository',
  'apps/server/src/listing/runs/rejection-cause.ts /"[^"]*"|“[^”]*”|「[^」]*」|\'[^\']*\'(?![a-z])/g':
    'reads the first 1,000 characters',
  'apps/server/src/listing/runs/rejection-cause.ts /\\S*\\d\\S*/g': 'reads the first 1,000 characters',
  'apps/server/src/db/embedded/run-as.ts /data directory .* has (invalid permissions|wrong ownership)/':
    'reads what our own database program says',
  'apps/server/src/account/signing-in/device.ts /\\bVersion\\/.*\\bSafari\\//':
    'reads the 300 characters that are kept',
  'packages/platforms/src/wordpress/list/reading.ts /<div class="bowerbird-product"[^<>]*>(.*)<\\/div>$/s':
    'reads text that ends as it asks for, so that its first beginning fits',
  'packages/simulators/src/woocommerce/store/values.ts /<[^>\\s][^>]*>/g': 'a simulator',
  'packages/simulators/src/woocommerce/store/write-product.ts /<\\/?(?:script|iframe)[^>]*>/gi':
    'a simulator',
  'packages/platforms/src/woocommerce/list/attributes/values.ts /<\\/?[a-z!][^>]*>/gi':
    'reads up to the last ">", so that each "<" finds one',
  'packages/simulators/src/storefront/markup.ts /<[^>]*>/g': 'a simulator',
  'packages/simulators/src/store/wordpress-slug.ts /<[^>]*>/g': 'a simulator',
  'packages/simulators/src/shopify/admin/execute.ts /argument .* is required/': 'a simulator',
  'packages/platforms/src/capturing/scrub.ts /[A-Z].*[a-z]|[a-f].*\\d|[a-z].*[A-Z]/':
    'run by an engineer, who ends it (the command capture)',
  'packages/catalog/src/stored/fingerprint.ts /\\.(?:jpe?g|png|webp|gif|avif)(?=_\\d+x\\d+[^/]*$).*$/':
    'reads paths of at most 2,000 characters',
  'packages/catalog/src/stored/fingerprint.ts /(?:_(?:\\d+x\\d*|x\\d+)(?:_crop_\\w+)?|-\\d+x\\d+)$/':
    'reads paths of at most 2,000 characters',
};

/**
 * Patterns that also backtrack, but by at most this many characters for each: their time grows with the text's length.
 */
const bounded: Record<string, number> = {
  'packages/platforms/src/shopify/list/faults.ts /daily variant|variants? .{0,200}(per|a|this) day/i': 200,
  'packages/platforms/src/shoplazza/collect/recognise.ts /\\bSHOP_PARAMS\\s*=\\s*\\{[^}]{0,2000}\\b(cdn_domain|theme_id)\\b/': 2000,
  'packages/platforms/src/shopyy/collect/recognise.ts /\\/products\\/[^"\'\\s?]{1,300}\\?variant_sku_code=/': 300,
  'packages/platforms/src/shopline-tw/collect/shop-reader.ts /href=["\'][^"\']{0,300}?\\/categories\\/([^"\'/?#]{1,200})["\'][^>]{0,500}>([^<]{1,200})</g': 500,
  'packages/platforms/src/shopline/collect/recognise.ts /window\\.Shopline\\s*=\\s*\\{[^}]{0,2000}"storeId"/': 2000,
  'packages/platforms/src/capturing/scrub.ts /((["\']?)([A-Za-z_$][\\w$-]{0,60})\\2\\s{0,4}[:=]\\s{0,4})(["\'`])((?:\\\\[^\\n]|(?!\\4)[^\\\\\\n]){1,4000})\\4/g': 4000,
  'packages/platforms/src/capturing/scrub.ts /[\\w.+-]{1,64}(?:@|\\\\u0040|%40|&#64;|&#x40;|&commat;)[\\w-]{1,63}(?:\\.[\\w-]{1,63}){1,4}/gi': 64,
  'packages/platforms/src/alibaba/collect/product/description.ts /<img\\b[^>]{0,4000}>/gi': 4000,
};

const root = join(import.meta.dirname, '../..');
const files = globSync('{packages/*,apps/server,apps/plugin}/src/**/*.ts', { cwd: root })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => !/\.test\.ts$|\/testing\//.test(path));

describe('the regular expressions of the program', () => {
  it('take time that grows with the length of the text, whatever it holds', { tags: ['slow'] }, () => {
    const patterns = files.flatMap((file) => patternsIn(file, readFileSync(join(root, file), 'utf8')));
    const held = patterns.filter(({ file, text }) => !(`${file} ${text}` in { ...allowed, ...bounded }));
    const slow = new Map([...new Set(held.map(({ text }) => text))].map((text) => [text, slowTextFor(text)]));
    const found = held.flatMap(({ file, text }) => {
      const over = slow.get(text);
      return over ? [{ name: `${file} ${text}`, over }] : [];
    });

    expect(patterns.length).toBeGreaterThan(500);
    expect(found).toEqual([]);
  });

  it.each([...Object.keys(allowed), ...Object.keys(bounded)])('still hold what is excepted: %s', (name) => {
    const [file = '', ...rest] = name.split(' ');

    expect(readFileSync(join(root, file), 'utf8')).toContain(rest.join(' '));
  });
});

describe('a pattern that steps back', () => {
  it.each([
    '/\\s+$/',
    '/[)\\]]+$/',
    '/\\s*,\\s*/',
    '/<script[^>]*>.*?<\\/script>/',
    '/^(a+)+$/',
    '/^\\S+@\\S+\\.\\S+$/',
  ])('is found: %s', { tags: ['slow'] }, (text) => {
    expect(slowTextFor(text)).toBeDefined();
  });

  it.each([
    '/^\\s+/',
    '/(?<!\\s)\\s+$/',
    '/<[^<>]*>/g',
    '/^[a-z]+$/',
    '/^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$/',
  ])('is not seen in one that does not: %s', (text) => {
    expect(slowTextFor(text)).toBeUndefined();
  });
});
