import type { ListingCertificate, ListingRun } from '@bowerbird/contract/listing/listing';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { listingBench, someProducts } from '../../testing/listing/listing.ts';
import { asOwner } from '../db/database.ts';
import { listingRoutes } from '../listing/api/routes.ts';
import { noItems } from '../listing/runs/items.ts';
import { linesOf, listingResult } from './listing-result.ts';
import type { Session } from './session.ts';

const { db } = await testDatabase();

const agreeing: ListingCertificate = {
  listed: 12,
  refused: 0,
  open: 0,
  duplicates: 0,
  missing: 0,
  orphans: 0,
  unfinished: 0,
  changed: 0,
  imagesFailed: 0,
  agrees: true,
  guarantee: 'once',
  at: '2026-01-01T00:00:00.000Z',
};

function linesWith(figures: Partial<ListingCertificate>): string[] {
  const certificate = { ...agreeing, ...figures };
  const run = { counts: { ...noItems(), listed: 12 }, storeJobs: [], certificate } as unknown as ListingRun;
  return linesOf({ run, rejections: [], reasons: [] });
}

describe('the result of a listing run', () => {
  it('is two lines where ledger and store agree', () => {
    expect(linesWith({})).toEqual(['  listed     12', '  ledger and store agree']);
  });

  it.each([
    ['open', /^ {4}4 products not decided yet\. .*Run the same command again/],
    ['duplicates', /^ {4}4 duplicates in the store\. .*delete in the store/],
    ['missing', /^ {4}4 products missing: deleted in the store\. List them again/],
    ['orphans', /^ {4}4 products in the store with a key of Bowerbird's .* Delete them/],
    ['unfinished', /^ {4}4 products rejected by the store .* Fix them and list them again/],
    ['changed', /^ {4}4 products not as they were sent: .* Compare the store under Store differences/],
    ['imagesFailed', /^ {4}4 products lacking images .* Check the addresses/],
  ] as const)('reports the figure %s, where it is the only one, and what to do next', (figure, line) => {
    const [, verdict, reported, ...more] = linesWith({ [figure]: 4, agrees: false });
    expect(verdict).toBe('  ledger and store differ');
    expect(reported).toMatch(line);
    expect(more).toEqual([]);
  });

  it('reports a figure that has no sentence yet by its name', () => {
    expect(linesWith({ somethingNew: 3, agrees: false } as never)).toContain('    somethingNew: 3');
  });

  it('reports the reasons of all products that are not listed, the one that concerns most first', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db);
    const { ownerId, services } = bench;
    const products = someProducts(6);
    const many = Array.from({ length: 4 }, (_, at) => ({ name: `Option ${at}`, values: ['a'] }));
    const ids = await bench.own(
      products.map((product, at) => {
        const [variant] = product.variants;
        return variant && at < 3
          ? { ...product, options: many, variants: [{ ...variant, optionValues: ['a', 'a', 'a', 'a'] }] }
          : product;
      }),
    );
    const holder = products[4];
    bench.shop.merchant.unmanagedHolds('THEIRS', holder?.handle ?? '');
    const { run } = await bench.list(ids);

    const call = { services, ownerId, db: (work: never) => asOwner(db, ownerId, work) };
    const request = async (route: unknown, input: object) => {
      const served = listingRoutes.find((each) => each.route === route);
      return await served?.answer({ query: {}, ...input } as never, call as never);
    };
    const result = await listingResult({ call: request } as unknown as Session, run.id);

    expect(result.reasons).toMatchObject([
      { state: 'refused', count: 3, sample: products[0]?.title },
      { state: 'conflict', count: 1, sample: holder?.title },
    ]);
    const lines = linesOf(result);
    expect(lines.slice(0, 3)).toEqual(['  listed     2', '  refused    3', '  conflict   1']);
    expect(lines[3]).toMatch(/^ {4}3 products refused: .*options.*\. \(.+; for example: .+\)$/);
    expect(lines[4]).toMatch(/^ {4}1 product conflict: .+\. \(.+; for example: .+\)$/);
  });
});
