import { Readable } from 'node:stream';
import { byteOrderMark, encodeCsvRow, neutraliseCell } from '@bowerbird/catalog/csv';
import * as contract from '@bowerbird/contract/system/audit';
import { readIdCursor } from '../http/id-cursor.ts';
import { type BrowserServed, type Served, serve, serveBrowser } from '../http/serve.ts';
import { type AuditFilter, countEvents, findEvents, findFacets, whereAllowed } from './find.ts';

const pageMax = 200;
const exportPage = 1000;

export const auditRoutes: Served[] = [
  serve(contract.listAudit, ({ query }, { services: { db }, user: { ownerId } }) =>
    whereAllowed(db, ownerId, async (seen) => {
      const { cursor, limit = 50, ...filter } = query;
      const most = Math.max(1, Math.min(limit, pageMax));
      const events = await findEvents(seen, ownerId, filter, {
        after: readIdCursor(cursor),
        limit: most + 1,
      });
      return {
        items: events.slice(0, most),
        total: await countEvents(seen, ownerId, filter),
        totalIsEstimate: false,
        nextCursor: events.length > most ? (events[most - 1]?.id ?? null) : null,
      };
    }),
  ),
  serve(contract.getAuditFacets, (_input, { services: { db }, user: { ownerId } }) =>
    whereAllowed(db, ownerId, (seen) => findFacets(seen, ownerId)),
  ),
];

export const auditBrowserRoutes: BrowserServed[] = [
  serveBrowser(contract.exportAudit, async ({ query }, { services: { db }, user: { ownerId }, reply }) => {
    const name = `audit-${new Date().toISOString().slice(0, 10)}.csv`;
    reply.header('content-type', 'text/csv; charset=utf-8');
    reply.header('content-disposition', `attachment; filename="${name}"`);
    const page = (filter: AuditFilter, after: string | undefined) =>
      whereAllowed(db, ownerId, (seen) => findEvents(seen, ownerId, filter, { after, limit: exportPage }));
    return Readable.from(rowsOf(query, page), { objectMode: false });
  }),
];

const heads = ['at', 'person', 'what', 'ids', 'values', 'ip', 'user_agent', 'request', 'status'];

/** Yields the file in parts, one page of events each, because it can be of any length and is never held as a whole. */
async function* rowsOf(
  filter: AuditFilter,
  page: (filter: AuditFilter, after: string | undefined) => Promise<contract.AuditEvent[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + encodeCsvRow(heads);
  let after: string | undefined;
  do {
    const events = await page(filter, after);
    if (events.length > 0) {
      yield events.map((event) => encodeCsvRow(cellsOf(event).map(neutraliseCell))).join('');
    }
    after = events.length === exportPage ? events.at(-1)?.id : undefined;
  } while (after !== undefined);
}

function cellsOf(event: contract.AuditEvent): string[] {
  return [
    event.at,
    event.userName ?? '',
    event.what,
    pairs(event.params),
    pairs(event.fields),
    event.ip ?? '',
    event.userAgent ?? '',
    event.requestId ?? '',
    event.status === null ? '' : String(event.status),
  ];
}

function pairs(values: Record<string, string | number | boolean>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}
