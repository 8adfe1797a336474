import { asOwner } from '../../../../apps/server/src/db/database.ts';
import { viewKept } from '../../../../apps/server/src/listing/as-stored/kept-hidden.ts';
import type { Role } from '../scenarios/roles.ts';
import type { Stage } from '../stage.ts';

/** Why a person's acceptance publishes nothing, by the role of the product. */
const refusals: Partial<Record<Role, string>> = {
  cheap: 'risk.below-cost',
  edited: 'listing.stored-changed',
};

/** Returns what is wrong with the products that a person is offered to publish as stored: these and no others. */
export async function judgeOffered({ merchant }: Stage, ids: readonly string[]): Promise<string[]> {
  const { services, ownerId } = merchant;
  const { items } = await asOwner(services.db, ownerId, (db) => viewKept(db, ownerId, { limit: 100 }));
  const offered = items.flatMap(({ productId }) => productId ?? []);
  return [
    ...ids
      .filter((id) => !offered.includes(id))
      .map((id) => `${id} is kept otherwise, and not offered as stored`),
    ...offered
      .filter((id) => !ids.includes(id))
      .map((id) => `${id} is offered as stored, and is not kept hidden`),
  ];
}

/** Returns sends that publish a product nobody accepted, or that any other run made. */
export async function judgeAttempts(
  { merchant: { services, ownerId } }: Stage,
  { kept, accepted, runs }: { kept: readonly string[]; accepted: readonly string[]; runs: readonly string[] },
): Promise<string[]> {
  const attempts = await asOwner(services.db, ownerId, (db) =>
    db
      .selectFrom('listing_attempt as attempt')
      .innerJoin('listing', 'listing.id', 'attempt.listing_id')
      .select(['listing.product_id', 'attempt.run_id', 'attempt.kind'])
      .where('listing.owner_id', '=', ownerId)
      .where('attempt.owner_id', '=', ownerId)
      .where('attempt.kind', 'in', ['publish', 'relist'])
      .where('listing.product_id', 'in', kept)
      .execute(),
  );
  return attempts.flatMap(({ product_id, run_id, kind }) =>
    accepted.includes(product_id) && run_id !== null && runs.includes(run_id)
      ? []
      : [`${product_id} was sent a ${kind} that no person's acceptance stands behind (run ${run_id})`],
  );
}

/** Returns lines of the runs that publish what must not be published, or refuse it by another name. */
export async function judgeRefusals(
  { merchant: { services, ownerId } }: Stage,
  runs: readonly string[],
  cast: ReadonlyMap<string, Role>,
): Promise<string[]> {
  if (runs.length === 0) {
    return ['nothing was offered to be published as stored'];
  }
  const items = await asOwner(services.db, ownerId, (db) =>
    db
      .selectFrom('listing_item')
      .select(['product_id', 'state', 'fault'])
      .where('owner_id', '=', ownerId)
      .where('run_id', 'in', runs)
      .execute(),
  );
  return items.flatMap(({ product_id, state, fault }) => {
    const code = refusals[cast.get(product_id) ?? 'whole'];
    // A run that was cancelled has not come to every line.
    const isLeft = state === 'cancelled' || state === 'waiting';
    const isSo = code === undefined || isLeft || (state === 'refused' && fault?.code === code);
    return isSo ? [] : [`${product_id} was to be refused as ${code}, and is ${state} (${fault?.code})`];
  });
}

/**
 * Lists once more what is published, as stored or as sent, and returns what is wrong: nothing may be written, and the
 * certificate counts what was accepted and what is still hidden.
 */
export async function judgeListedAgain(
  { merchant, crew }: Stage,
  {
    ids,
    accepted,
    hidden,
  }: { ids: readonly string[]; accepted: readonly string[]; hidden: readonly string[] },
): Promise<string[]> {
  const { services, ownerId } = merchant;
  const count = () =>
    asOwner(services.db, ownerId, (db) =>
      db
        .selectFrom('listing_attempt')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('owner_id', '=', ownerId)
        .executeTakeFirstOrThrow(),
    );
  const before = await count();
  const request = await merchant.start(ids);
  await crew.work([request], true);
  const after = await count();
  const { certificate } = await merchant.view(request);
  const counted = (certificate?.accepted ?? []).reduce((sum, each) => sum + each.count, 0);
  const isTrue =
    counted === accepted.length &&
    certificate?.unfinished === hidden.length &&
    certificate.agrees === (hidden.length === 0);
  return [
    ...(after.count === before.count
      ? []
      : [`what was accepted is written again: ${before.count} attempts became ${after.count}`]),
    ...(isTrue
      ? []
      : [
          `${accepted.length} were accepted and ${hidden.length} are hidden, and the certificate says ${JSON.stringify(certificate)}`,
        ]),
  ];
}
