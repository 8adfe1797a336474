import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { deliverCollected } from '@bowerbird/contract/plugin';
import type { AnswerOf, BodyOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import { type Reading, readingOf, sourceKey } from '../collect/collected-columns.ts';
import { likenPart } from '../collect/liken.ts';
import { beginBatch, readProgress } from '../collect/progress.ts';
import { saveProducts } from '../collect/save-products.ts';
import type { OwnerDb } from '../db/database.ts';
import type { Call } from '../http/serve.ts';
import { countMarks } from '../sources/found.ts';
import { watchDelivered } from '../sources/watch-delivered.ts';
import { checkDelivery } from './check-delivery.ts';
import { takeOnce } from './deliveries.ts';
import { itemIdOf, spellingsOf } from './houses.ts';
import { forgetRead } from './read-at-last.ts';
import { addAddresses, type Sitting, sittingAt, writeSitting } from './sitting.ts';

type Body = BodyOf<typeof deliverCollected>;
type Answer = AnswerOf<typeof deliverCollected>;

/** Takes what a browser read: saved like what the server reads, whole or not at all. */
export async function takeDelivery(call: Call, body: Body): Promise<Answer> {
  const page = checkDelivery(call.services.platforms, body);
  const sitting = sittingAt(call, body.platform, page);
  const sent = body.products.map(readingOf);
  const { repeated, answer } = await call.db((db) =>
    takeOnce(db, sitting, body.id, (runId) =>
      save(db, sitting, { runId, page, sent, products: body.products }),
    ),
  );
  const told = readAnswer(answer);
  if (!repeated) {
    const { ownerId, platform, shop } = sitting;
    await likenPart(call.services.db, ownerId);
    await watchDelivered(call.services, { ownerId, runId: told.runId, platform, shop }, body.products);
  }
  return { ...told, ...(repeated && { state: 'repeated' }) };
}

/** Throws `request.invalid` where the id stands for a page that could not be read. */
function readAnswer(answer: unknown): Answer {
  const read = deliverCollected.answer.safeParse(answer);
  if (!read.success) {
    throw new AppError('request.invalid', 'the id is not of a delivery', {
      issues: [{ path: ['id'], code: 'taken', message: '' }],
    });
  }
  return read.data;
}

/** Each source product once, as it was sent last. */
function eachOnce(sent: readonly Reading[]): Reading[] {
  return [...new Map(sent.map((reading) => [sourceKey(reading), reading])).values()];
}

/** Stands for what browsers delivered, where a run counts what its products are marked with. */
const marked = 'delivered';

interface Delivery {
  runId: string;
  page: URL;
  /** What was read into columns of `products`, in the same order. */
  sent: readonly Reading[];
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
  const { got, unchanged, variants, pictures, found } = progress.figures;
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
    pictures: pictures + sum(fresh.map(({ picture_count }) => picture_count)),
  });
  return { state: 'taken', runId, ...saved, collectedIds: await findIds(db, ownerId, platform, sent) };
}

/** The open page counts as read only where it is the page of the one product that was on it. */
function addressesOf(page: URL, readings: readonly Reading[]): string[] {
  const own = readings.length === 1 ? [page] : [];
  return [...own, ...readings.map(({ url }) => new URL(url))].flatMap(spellingsOf);
}

function idsOf(platform: string, readings: readonly Reading[]): string[] {
  return readings.flatMap(({ url }) => itemIdOf(platform, new URL(url)) ?? []);
}

async function findIds(
  db: OwnerDb,
  ownerId: string,
  platform: string,
  sent: readonly Reading[],
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
