import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod/mini';
import { closedWay } from '../../net/failures.ts';
import type { Reading } from '../reading.ts';
import type { Category } from '../shop-reader.ts';
import type { Stage } from './run-stages.ts';
import { page } from './shop-run.ts';
import { walkPages } from './walk-pages.ts';

/** What the stages of one category share. */
export interface CategoryRun {
  readonly reading: Reading;
  readonly category: Category;
  /** Its address. */
  readonly address: string;
  /** Whether its list is done with: read to its end, or given up. */
  listed: boolean;
  /** Why it could not be read to its end; null otherwise. */
  failure: AppError | null;
}

const CategoryCursor = z.object({ page });
type CategoryCursor = z.infer<typeof CategoryCursor>;

/** The list of the category; an error after its first page ends the category. */
const list: Stage<CategoryRun, CategoryCursor> = {
  name: 'list',
  cursor: CategoryCursor,
  isDue: () => true,

  async *run(run, cursor) {
    const { reading, category, address } = run;
    let at = cursor?.page ?? 1;
    try {
      const given = reading.reader.pages?.(category, at, null) ?? null;
      if (given === null) {
        return;
      }
      for await (const { page, answer } of given) {
        at = page;
        if (answer.kind === 'capped') {
          throw new AppError('source.feed-capped', `${address} gives no more than it gave`, {
            params: { address },
          });
        }
        if (answer.items.length + answer.skipped.length > 0) {
          for await (const { isLast, ...taken } of reading.takeInParts(answer, pathsOf(category))) {
            yield { kind: 'batch', ...taken, cursor: { page: isLast ? page + 1 : page } };
          }
        }
      }
      run.listed = true;
    } catch (thrown) {
      const failure = closedWay(thrown);
      if (at > 1 || failure.code === 'source.gone') {
        run.listed = true;
        run.failure = failure;
        yield { kind: 'batch', products: [], skipped: [{ address, failure }], cursor: { page: at } };
      } else {
        yield { kind: 'way', way: 'collections', state: 'refused', because: failure.code };
      }
    }
  },
};

/** The pages that a shopper sees, for shops with closed lists. */
const pages: Stage<CategoryRun, CategoryCursor> = {
  name: 'pages',
  cursor: CategoryCursor,
  isDue: ({ listed }) => !listed,

  async *run(run, cursor) {
    const { reading, category, address } = run;
    const from = cursor?.page ?? 1;
    yield { kind: 'way', way: 'page', state: 'running' };
    try {
      const repeated = yield* walkPages(
        reading,
        category,
        from,
        (next): CategoryCursor => ({ page: next }),
        (product) =>
          category.search === undefined ? { ...product, categories: pathsOf(category) } : product,
      );
      if (repeated !== null && repeated < (category.promised ?? 0)) {
        throw new AppError('source.feed-capped', `${address} shows its first page for ever`, {
          params: { address },
        });
      }
      yield { kind: 'way', way: 'page', state: 'done', count: reading.seen };
    } catch (thrown) {
      const failure = closedWay(thrown);
      run.failure = failure;
      yield { kind: 'way', way: 'page', state: 'refused', because: failure.code };
      yield { kind: 'batch', products: [], skipped: [{ address, failure }], cursor: { page: from } };
    }
  },
};

/** The way through one category. */
export const categoryStages: readonly Stage<CategoryRun, CategoryCursor>[] = [list, pages];

/** A search result does not put a product into a category. */
function pathsOf({ path }: Category): string[][] {
  return path.length > 0 ? [path] : [];
}
