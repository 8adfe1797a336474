import { Readable } from 'node:stream';
import type { Language } from '@bowerbird/contract/account/account';
import { type ErrorCode, isErrorCode } from '@bowerbird/contract/errors';
import { sentenceFor } from '@bowerbird/contract/texts/sentences';
import { asOwner } from '../../db/database.ts';
import type { Services } from '../../services/services.ts';

const pageSize = 1000;
const header = [
  'product',
  'product_id',
  'store',
  'state',
  'reason',
  'reason_code',
  'field',
  'store_product_id',
  'store_address',
  'at',
  'store_message',
];

/** Returns the run's results as CSV, streamed: one line for each product and store. */
export function resultsCsv(services: Services, ownerId: string, runId: string, language: Language): Readable {
  return Readable.from(lines(services, ownerId, runId, language));
}

async function* lines(
  services: Services,
  ownerId: string,
  runId: string,
  language: Language,
): AsyncGenerator<string> {
  yield `\uFEFF${row(header)}`;
  let after: { position: number; id: string } = { position: -1, id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const from = after;
    const page = await asOwner(services.db, ownerId, (db) =>
      db
        .selectFrom('listing_item as item')
        .innerJoin('store', 'store.id', 'item.store_id')
        .leftJoin('listing', 'listing.id', 'item.listing_id')
        .select([
          'item.id', 'item.position', 'item.title', 'item.product_id', 'store.name as store', 'item.state', 'item.fault',
          'item.field', 'item.notes', 'listing.store_product_id', 'listing.address', 'item.at',
        ]) // biome-ignore format: a list of names
        .where('item.owner_id', '=', ownerId)
        .where('item.run_id', '=', runId)
        .where((eb) => eb(eb.refTuple('item.position', 'item.id'), '>', eb.tuple(from.position, from.id)))
        .orderBy('item.position')
        .orderBy('item.id')
        .limit(pageSize)
        .execute(),
    );
    for (const item of page) {
      const reason =
        item.fault && isErrorCode(item.fault.code)
          ? sentence(language, item.fault.code, item.fault.params)
          : '';
      const at = item.at?.toISOString() ?? '';
      const cells = [
        item.title,
        item.product_id,
        item.store,
        item.state,
        reason,
        item.fault?.code ?? '',
        item.field ?? '',
      ];
      const said = item.notes?.map((note) => note.said).join('; ') ?? '';
      yield row([...cells, item.store_product_id ?? '', item.address ?? '', at, said]);
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) {
      return;
    }
    after = { position: last.position, id: last.id };
  }
}

function sentence(language: Language, code: ErrorCode, params: Record<string, string | number>): string {
  return sentenceFor(language, code, params);
}

/** Returns one line of RFC 4180. A cell that a spreadsheet would evaluate as a formula gets a leading apostrophe. */
function row(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
