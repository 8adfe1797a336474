import type { RejectionReason } from '@bowerbird/contract/listing/rejections';
import type { Fault } from '@bowerbird/contract/runs';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import { sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { getRun } from '../../runs/runs.ts';
import type { Services } from '../../services/services.ts';
import { getStore } from '../../stores/queries.ts';
import { fieldKind } from '../runs/rejection-cause.ts';
import { remedyFor } from './remedy.ts';

/** The most products shown with a reason; its counts cover all. */
const samplesMax = 4;

/** The cause of a rejected item; rows older than the column have the code alone. */
export const causeColumn = sql<string>`coalesce(cause, fault ->> 'code', '')`;

interface CountedRow {
  cause: string;
  answered: boolean;
  products: number;
  listings: number;
  store_ids: string[];
}

interface SampleRow {
  cause: string;
  answered: boolean;
  product_id: string;
  title: string;
  image_url: string | null;
  fault: Fault | null;
  field: string | null;
  notes: StoreFault[] | null;
}

/** Groups a run's rejected products by cause. A product is counted once, a product in a store separately. */
export async function rejectionReasons(
  services: Pick<Services, 'platforms'>,
  db: OwnerDb,
  ownerId: string,
  runId: string,
): Promise<RejectionReason[]> {
  await getRun(db, ownerId, runId);
  const { rows: counted } = await sql<CountedRow>`
    select ${causeColumn} as cause, answered, count(distinct product_id)::integer as products,
      count(*)::integer as listings, array_agg(distinct store_id) as store_ids
    from listing_item
    where owner_id = ${ownerId} and run_id = ${runId} and state = 'refused'
    group by 1, 2 order by listings desc, 1
  `.execute(db);
  const { rows: samples } = await sql<SampleRow>`
    select item.cause, item.answered, item.product_id, item.title, item.fault, item.field, item.notes, product.image_url
    from (
      select *, row_number() over (partition by cause, answered order by position, product_id) as place
      from (
        select distinct on (1, answered, product_id) ${causeColumn} as cause, answered, product_id, position, title, fault,
          field, notes
        from listing_item
        where owner_id = ${ownerId} and run_id = ${runId} and state = 'refused'
        order by 1, answered, product_id
      ) as one
    ) as item
    left join product on product.id = item.product_id and product.owner_id = ${ownerId}
    where item.place <= ${samplesMax}
    order by item.place
  `.execute(db);
  const stores = new Map(
    await Promise.all(
      [...new Set(counted.flatMap((row) => row.store_ids))].map(
        async (id) => [id, await getStore(db, ownerId, id, true)] as const,
      ),
    ),
  );
  return counted.map((row): RejectionReason => {
    const some = samples.filter(({ cause, answered }) => cause === row.cause && answered === row.answered);
    const [first] = some;
    const code = first?.fault?.code ?? 'store.rejected-product';
    const said = row.answered ? (first?.notes?.[0]?.said ?? first?.fault?.params.message) : undefined;
    const found = row.store_ids.flatMap((id) => stores.get(id) ?? []);
    return {
      cause: row.cause,
      code,
      params: first?.fault?.params ?? {},
      field: fieldKind(first?.field ?? null),
      byStore: row.answered,
      products: row.products,
      listings: row.listings,
      storeIds: row.store_ids,
      said: said === undefined || said === '' ? null : String(said),
      remedy: remedyFor(services, code, found),
      samples: some.map(({ product_id, title, image_url }) => ({
        productId: product_id,
        title,
        imageUrl: image_url,
      })),
    };
  });
}
