import type { StoreAudit } from '@bowerbird/contract/listing/audit';
import {
  getListingRun,
  type ItemState,
  type ListingCertificate,
  type ListingRun,
  listListingItems,
} from '@bowerbird/contract/listing/listing';
import { listRejectionReasons, type RejectionReason } from '@bowerbird/contract/listing/rejections';
import type { Fault } from '@bowerbird/contract/runs';
import { fieldWord } from '@bowerbird/contract/texts/field-text';
import { language, sentenceOf } from './run-text.ts';
import type { Session } from './session.ts';

/** Products of a run that are in one state for one reason. */
export interface ListingReason {
  state: ItemState;
  code: string;
  params: Fault['params'];
  /** The kind of field concerned, such as `variants.price`; null if it concerns the whole product. */
  field: string | null;
  /** Number of products, each counted once for every store in which it is in this state. */
  count: number;
  /** The title of one of the products. */
  sample: string | null;
}

/** Outcome of a listing run, and why its products are not listed. */
export interface ListingResult {
  run: ListingRun;
  /** As the API returns them; complete in `--json`. */
  rejections: RejectionReason[];
  /** Reasons for all states that are not listed, the most important first. */
  reasons: ListingReason[];
}

/** States other than `refused` that are reported with a reason. */
const reportedStates = ['conflict', 'gone', 'verifying'] as const satisfies readonly ItemState[];

/** Reads the result with the same calls as the console. */
export async function listingResult(session: Pick<Session, 'call'>, runId: string): Promise<ListingResult> {
  const params = { id: runId };
  const run = await session.call(getListingRun, { params });
  const { reasons: rejections } = await session.call(listRejectionReasons, { params });
  const others: ListingReason[] = [];
  for (const state of reportedStates.filter((each) => run.counts[each] > 0)) {
    others.push(...(await reasonsOf(session, runId, state)));
  }
  const refused = rejections.map(({ code, params: given, field, listings, samples }) => ({
    state: 'refused' as const,
    code,
    params: given,
    field,
    count: listings,
    sample: samples[0]?.title ?? null,
  }));
  const reasons = [...refused, ...others].toSorted((one, other) => other.count - one.count);
  return { run, rejections, reasons };
}

async function reasonsOf(
  session: Pick<Session, 'call'>,
  runId: string,
  state: ItemState,
): Promise<ListingReason[]> {
  const found = new Map<string, ListingReason>();
  let cursor: string | undefined;
  do {
    const query = { state, limit: '200', ...(cursor !== undefined && { cursor }) };
    const page = await session.call(listListingItems, { params: { id: runId }, query });
    for (const { title, places } of page.items) {
      for (const { fault, field } of places.filter((place) => place.state === state && place.fault)) {
        const { code, params } = fault ?? { code: '', params: {} };
        const kind = field?.replaceAll(/\.\d+(?=\.|$)/g, '') ?? null;
        const key = JSON.stringify([code, kind]);
        const known = found.get(key) ?? { state, code, params, field: kind, count: 0, sample: title };
        found.set(key, { ...known, count: known.count + 1 });
      }
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return [...found.values()];
}

/** Formats the result for people: how many products are in which state and why, and where store and ledger differ. */
export function linesOf({ run, reasons }: ListingResult): string[] {
  return [
    ...Object.entries(run.counts)
      .filter(([, count]) => count > 0)
      .map(([state, count]) => `  ${state.padEnd(10)} ${count}`),
    ...reasons.map(reasonLine),
    ...run.storeJobs.flatMap(({ storeName, fault }) =>
      fault ? [`  ${storeName}: ${sentenceOf(fault)} (${fault.code})`] : [],
    ),
    ...(run.certificate ? certificateLines(run.certificate) : []),
  ];
}

function reasonLine({ state, code, params, field, count, sample }: ListingReason): string {
  const where = field === null ? [] : [`field: ${fieldWord(language, field) ?? field}`];
  const example = sample === null ? [] : [`for example: ${sample}`];
  const beside = [code, ...where, ...example].join('; ');
  return `    ${products(count)} ${state}: ${sentenceOf({ code, params })} (${beside})`;
}

/** Figures of a certificate that need no action. */
const asItShouldBe: ReadonlySet<string> = new Set(['listed', 'refused']);

/** For each figure of a certificate that is not as expected: what it means and what to do about it. */
const findings: Record<string, (count: number) => string> = {
  open: (count) =>
    `${products(count)} not decided yet. Run the same command again: what is in the store is found there, and never made twice.`,
  duplicates: (count) =>
    `${count === 1 ? '1 duplicate' : `${count} duplicates`} in the store. Bowerbird removes the copies that it made itself; delete in the store those that you made there.`,
  missing: (count) =>
    `${products(count)} missing: deleted in the store. List them again, or let Bowerbird forget them, under Listing states.`,
  orphans: (count) =>
    `${products(count)} in the store with a key of Bowerbird's that its ledger does not know. Delete them in the store if you do not sell them; if the database was restored or copied, run: bowerbird origin`,
  unfinished: (count) =>
    `${products(count)} rejected by the store after a part was written; they stand there hidden. Fix them and list them again, or remove them from the store.`,
  changed: (count) =>
    `${products(count)} not as they were sent: changed in the store, or by the store itself. Compare the store under Store differences, then keep its values or send yours.`,
  imagesFailed: (count) =>
    `${products(count)} lacking images that the store could not load. Check the addresses of these images, or upload them, then list again.`,
};

/**
 * Formats a certificate for people: whether ledger and store agree, and each figure in which they do not, with what to
 * do about it.
 */
export function certificateLines({ agrees, ...figures }: ListingCertificate | StoreAudit): string[] {
  const reported = Object.entries(figures).flatMap(([name, figure]) =>
    typeof figure === 'number' && figure !== 0 && !asItShouldBe.has(name)
      ? [`    ${findings[name]?.(figure) ?? `${name}: ${figure}`}`]
      : [],
  );
  return [agrees ? '  ledger and store agree' : '  ledger and store differ', ...reported];
}

function products(count: number): string {
  return count === 1 ? '1 product' : `${count} products`;
}
