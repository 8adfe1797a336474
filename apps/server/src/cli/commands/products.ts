import { queryProducts } from '@bowerbird/contract/products/products';
import { type Command, exitCodes, say } from '../command.ts';
import { filterUsage, readFilter } from '../product-filter.ts';
import { type Session, withSession } from '../session.ts';

const pageSize = 200;

export const products: Command = {
  usage: `products [--filter NAME=VALUE ...] [--limit N] [--json] [--for EMAIL]

${filterUsage}
  --json                prints one JSON array`,
  options: { filter: { type: 'string', multiple: true }, limit: { type: 'string' } },

  run: (given) => {
    const filter = readFilter(given.list('filter'));
    const most = given.whole('limit') ?? Number.POSITIVE_INFINITY;
    return withSession(given, async (session) => {
      const json = given.flag('json');
      let before = json ? '[' : '';
      for await (const row of rows(session, filter, most)) {
        const price = row.price === null ? '' : `${row.price} ${row.currency ?? ''}`.trim();
        say(json ? `${before}${JSON.stringify(row)}` : [row.id, row.sku ?? '', price, row.title].join('\t'));
        before = json ? ',' : '';
      }
      if (json) {
        say(before === '[' ? '[]' : ']');
      }
      return exitCodes.done;
    });
  },
};

async function* rows(session: Session, filter: ReturnType<typeof readFilter>, most: number) {
  let cursor: string | undefined;
  let left = most;
  while (left > 0) {
    const page = await session.call(queryProducts, {
      body: {
        filter,
        sort: 'created',
        direction: 'asc',
        limit: Math.min(pageSize, left),
        ...(cursor !== undefined && { cursor }),
      },
    });
    yield* page.items;
    left -= page.items.length;
    if (page.nextCursor === null) {
      return;
    }
    cursor = page.nextCursor;
  }
}
