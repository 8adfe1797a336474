import type { Product } from '@bowerbird/catalog/product';
import type { ListingOptions } from '@bowerbird/contract/listing/listing';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import { packContent } from '../../db/listing-content.ts';
import type { AttemptKind, AttemptOutcome } from '../../db/tables/listing.ts';
import { unusual } from './attempts.ts';
import { changeable, columnsOf, type ListingRow, type RowChange } from './ledger.ts';

/** An attempt to be recorded with its row. */
export interface NewAttempt {
  id: string;
  kind: AttemptKind;
  revision: number;
  hash: string | null;
  options: ListingOptions;
  /** The product as sent; null where none is. It is kept once for each content of a listing (`db/listing-content.ts`). */
  body: Product | null;
  target: string | null;
  /** Its line in a bulk file; null where it has a request of its own, or shares one with a few. */
  bulk: { id: string; line: number } | null;
  /** The run it is made for; null for an after-check. */
  runId: string | null;
}

/** What was learned of an attempt. */
export interface AttemptNote {
  id: string;
  /** Null: still in doubt, and `answer` says why. Later evidence may correct `absent`, and no other decided outcome. */
  outcome: AttemptOutcome | null;
  answer: unknown;
  /** True regardless of who writes the row; noted even where another worker has written the row meanwhile. */
  isEvidence: boolean;
}

/** What is to be written of one product in one store, all or nothing. */
export interface Change {
  /** As it was read; its token must still be the row's. */
  row: ListingRow;
  set: RowChange;
  opens?: NewAttempt;
  notes?: readonly AttemptNote[];
  /** Its line in the run, by columns of `listing_item`. */
  item?: { id: string; columns: Record<string, unknown> } | null;
}

export interface Applied {
  /**
   * The rows with their new tokens, in the order of the changes; null for one that another worker wrote meanwhile,
   * whose change was not written.
   */
  rows: (ListingRow | null)[];
  /** Sending is held in this store: no change that opens an attempt was written. */
  isHeld: boolean;
}

const itemColumns = [
  'state',
  'fault',
  'field',
  'cause',
  'answered',
  'listing_id',
  'revision',
  'notes',
  'undo_group',
  'reason',
] as const;

const listOf = (names: readonly string[]) => sql.raw(names.join(', '));
const fromChange = (names: readonly string[]) => sql.raw(names.map((name) => `changed.${name}`).join(', '));

/**
 * Writes changes of several products in one shop in one statement: each row under the token it was read with, with the
 * attempt it opens, what was learned of other attempts, and its line in the run. No row may be in two of the changes.
 */
export async function applyChanges(
  db: OwnerDb,
  { ownerId, shopId }: { ownerId: string; shopId: string },
  changes: readonly Change[],
): Promise<Applied> {
  const given = changes.map(({ row, set, opens }) => ({
    id: row.id,
    held: row.token,
    next: v7(),
    change: columnsOf(set),
    check_in_ms: set.checkInMs ?? null,
    opens: opens !== undefined,
  }));
  const { rows } = await sql<ListingRow & { is_held: boolean }>`
    with given as materialized (
      select * from jsonb_to_recordset(${jsonText(given)}::jsonb)
        as given (id uuid, held uuid, next uuid, change jsonb, check_in_ms bigint, opens boolean)
    ), turn as materialized (
      select counted_ms, held_by_attempt is not null
        or exists (select from installation where held_at is not null) as is_held
      from shop_turn where owner_id = ${ownerId} and shop_id = ${shopId}
    ), mine as materialized (
      -- In one order for all workers, so that no two wait for each other.
      select listing.id from listing join given on given.id = listing.id and given.held = listing.token
      where listing.owner_id = ${ownerId}
      order by listing.id for no key update of listing
    ), written as (
      update listing set (${listOf(changeable)}, check_at_ms) = (
          select ${fromChange(changeable)}, case when given.check_in_ms is null then changed.check_at_ms
            else (select counted_ms from turn) + given.check_in_ms end
          from jsonb_populate_record(listing, given.change) as changed
        ), token = given.next, updated_at = now()
      from given join mine on mine.id = given.id
      where listing.owner_id = ${ownerId} and listing.id = given.id and listing.token = given.held
        and not (given.opens and coalesce((select is_held from turn), true))
      returning listing.*
    ), opened as (${opened(ownerId, changes)}), noted as (${noted(ownerId, changes)}), notified as (${reported(ownerId, changes)})
    select written.*, held.is_held
    from (select coalesce((select is_held from turn), true) as is_held) as held left join written on true
  `.execute(db);
  const byId = new Map(rows.map(({ is_held: _held, ...row }) => [row.id, row]));
  return {
    rows: changes.map(({ row }) => byId.get(row.id) ?? null),
    isHeld: rows[0]?.is_held === true && changes.some(({ opens }) => opens !== undefined),
  };
}

function opened(ownerId: string, changes: readonly Change[]) {
  const attempts = changes.flatMap(({ row, opens }) =>
    opens
      ? [
          {
            ...opens,
            listing_id: row.id,
            generation: row.generation,
            body: opens.body && packContent(opens.body).toString('base64'),
            options: unusual(opens.options),
            request_id: opens.bulk?.id ?? null,
            line: opens.bulk?.line ?? null,
            run_id: opens.runId,
          },
        ]
      : [],
  );
  return attempts.length === 0
    ? sql`select`
    : sql`
      insert into listing_attempt (id, owner_id, listing_id, kind, generation, revision, hash, options, body, target,
        request_id, line, run_id, intended_at, counted_ms)
      select attempt.id, ${ownerId}, attempt.listing_id, attempt.kind, attempt.generation, attempt.revision, attempt.hash,
        attempt.options,
        case when exists (
          select from listing_attempt as equal
          where equal.owner_id = ${ownerId} and equal.listing_id = attempt.listing_id
            and equal.generation = attempt.generation and equal.hash = attempt.hash and equal.body is not null
        ) then null else decode(attempt.body, 'base64') end, attempt.target, attempt.request_id, attempt.line, attempt.run_id, now(),
        (select counted_ms from turn)
      from jsonb_to_recordset(${jsonText(attempts)}::jsonb) as attempt (id uuid, listing_id uuid, kind text, generation integer,
        revision integer, hash text, options jsonb, body text, target text, request_id uuid, line integer, run_id uuid)
      join written on written.id = attempt.listing_id`;
}

function noted(ownerId: string, changes: readonly Change[]) {
  const notes = changes.flatMap(({ row, notes: some = [] }) =>
    some.map((note) => ({ ...note, evidence: note.isEvidence, listing_id: row.id })),
  );
  return notes.length === 0
    ? sql`select`
    : sql`
      update listing_attempt as attempt set outcome = coalesce(note.outcome, attempt.outcome), answer = note.answer, answered_at = now()
      from jsonb_to_recordset(${jsonText(notes)}::jsonb)
        as note (id uuid, listing_id uuid, outcome text, answer jsonb, evidence boolean)
      where attempt.owner_id = ${ownerId} and attempt.id = note.id
        and (attempt.outcome = 'open' or (attempt.outcome = 'absent' and note.outcome is not null))
        and (note.evidence or exists (select from written where written.id = note.listing_id))`;
}

function reported(ownerId: string, changes: readonly Change[]) {
  const items = changes.flatMap(({ row, item }) =>
    item ? [{ id: item.id, listing_id: row.id, change: item.columns }] : [],
  );
  return items.length === 0
    ? sql`select`
    : sql`
      update listing_item as item set (${listOf(itemColumns)}) = (
          select ${fromChange(itemColumns)} from jsonb_populate_record(item, line.change) as changed
        ), at = now()
      from jsonb_to_recordset(${jsonText(items)}::jsonb) as line (id uuid, listing_id uuid, change jsonb)
      where item.owner_id = ${ownerId} and item.id = line.id
        and exists (select from written where written.id = line.listing_id)`;
}
