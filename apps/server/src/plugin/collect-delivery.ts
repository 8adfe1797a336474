import type { Product } from '@bowerbird/catalog/product';
import { deliverCollected } from '@bowerbird/contract/collect/plugin';
import { AppError } from '@bowerbird/contract/errors';
import type { AnswerOf, BodyOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import { type Snapshot, snapshotOf, sourceKey } from '../collect/lists/collected-columns.ts';
import { beginBatch, readProgress } from '../collect/progress.ts';
import { saveProducts } from '../collect/saving/save-products.ts';
import { matchPart } from '../collect/similar/match-similar.ts';
import type { OwnerDb } from '../db/database.ts';
import type { Call } from '../http/serve.ts';
import { countMarks } from '../sources/found.ts';
import { watchDelivered } from '../sources/watch-delivered.ts';
import { checkDelivery } from './check-delivery.ts';
import { takeOnce } from './deliveries.ts';
import { forgetRead } from './read-at-last.ts';
import { itemIdOf, spellingsOf } from './sites.ts';
import { addAddresses, type Sitting, sittingAt, writeSitting } from './sitting.ts';

type Body = BodyOf<typeof deliverCollected>;
type Answer = AnswerOf<typeof deliverCollected>;

/** Saves what a browser read, like what the server reads; completely or not at all. */
export async function takeDelivery(call: Call, body: Body): Promise<Answer> {
  const page = checkDelivery(call.services.platforms, body);
  const sitting = sittingAt(call, body.platform, page);
  const sent = body.products.map(snapshotOf);
  const { repeated, answer } = await call.db((db) =>
    takeOnce(db, sitting, body.id, (runId) =>
      save(db, sitting, { runId, page, sent, products: body.products }),
    ),
  );
  const reported = readAnswer(answer);
  if (!repeated) {
    const { ownerId, platform, shop } = sitting;
    await matchPart(call.services.db, ownerId);
    await watchDelivered(call.services, { ownerId, runId: reported.runId, platform, shop }, body.products);
  }
  return { ...reported, ...(repeated && { state: 'repeated' }) };
}

/** Parses a stored answer. Throws `request.invalid` if the id belongs to a page that could not be read. */
function readAnswer(answer: unknown): Answer {
  const read = deliverCollected.answer.safeParse(answer);
  if (!read.success) {
    throw new AppError('request.invalid', 'the id is not of a delivery', {
      issues: [{ path: ['id'], code: 'taken', message: '' }],
    });
  }
  return read.data;
}

/** Returns each source product once, as it was sent last. */
function eachOnce(sent: readonly Snapshot[]): Snapshot[] {
  return [...new Map(sent.map((reading) => [sourceKey(reading), reading])).values()];
}

/** Key under which a run counts the marks of products that browsers delivered. */
const marked = 'delivered';

interface Delivery {
  runId: string;
  page: URL;
  /** The sent snapshots that became `products` columns, in the same order. */
  sent: readonly Snapshot[];
  products: readonly Product[];
}

async function save(
  db: OwnerDb,
  { ownerId, platform }: Sitting,
  { runId, page, sent, products }: Delivery,
): Promise<Answer> {
  const readings = eachOnce(sent);
  const progress = await readProgress(db, ownerId, runId);
  const fresh = readings.filter((reading) => !progress.got.has(sourceKey(reading)));
  await beginBatch(db, ownerId, runId, progress.batches, fresh.map(sourceKey));
  const { over, ...saved } = await saveProducts(db, { ownerId, runId, platform, way: 'page' }, readings);
  if (over) {
    throw over.why;
  }
  await forgetRead(db, ownerId, platform, addressesOf(page, readings), idsOf(platform, readings));
  await addAddresses(
    db,
    ownerId,
    runId,
    fresh.map(({ url }) => url),
  );
  const { got, unchanged, variants, images, found } = progress.figures;
  for (const [at, reading] of sent.entries()) {
    const product = fresh.includes(reading) ? products[at] : undefined;
    if (product) {
      countMarks(found, marked, product);
    }
  }
  await writeSitting(db, ownerId, runId, {
    ...progress.figures,
    got: got + fresh.length,
    unchanged: unchanged + (fresh.length === readings.length ? saved.unchanged : 0),
    variants: variants + sum(fresh.map(({ variant_count }) => variant_count)),
    images: images + sum(fresh.map(({ image_count }) => image_count)),
  });
  return { state: 'taken', runId, ...saved, collectedIds: await findIds(db, ownerId, platform, sent) };
}

/** Returns the addresses read. The open page counts as read only if it is the page of its single product. */
function addressesOf(page: URL, readings: readonly Snapshot[]): string[] {
  const own = readings.length === 1 ? [page] : [];
  return [...own, ...readings.map(({ url }) => new URL(url))].flatMap(spellingsOf);
}

function idsOf(platform: string, readings: readonly Snapshot[]): string[] {
  return readings.flatMap(({ url }) => itemIdOf(platform, new URL(url)) ?? []);
}

async function findIds(
  db: OwnerDb,
  ownerId: string,
  platform: string,
  sent: readonly Snapshot[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string; shop: string; source_id: string }>`
    select id, shop, source_id from collected
    where owner_id = ${ownerId} and platform = ${platform}
      and shop = any(${[...new Set(sent.map(({ shop }) => shop))]})
      and source_id = any(${sent.map((reading) => reading.source_id)})
  `.execute(db);
  const ids = new Map(rows.map((row) => [sourceKey(row), row.id]));
  return sent.flatMap((reading) => ids.get(sourceKey(reading)) ?? []);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
