import type { CopyStep, startCopy } from '@bowerbird/contract/collect/copying';
import type { ListingOptions } from '@bowerbird/contract/listing/listing';
import type { SchedulePlace, ScheduleTimes } from '@bowerbird/contract/listing/schedules';
import type { Selection } from '@bowerbird/contract/products/products';
import type { Fault } from '@bowerbird/contract/runs';
import type { Generated } from 'kysely';
import type { z } from 'zod';
import type { Instant, JsonColumn, NullableInstant, NullableJsonColumn } from './core.ts';

/** Products that are listed at scheduled times. */
export interface ListingScheduleTable {
  id: string;
  owner_id: string;
  name: string;
  times: JsonColumn<ScheduleTimes>;
  /** The time zone for stores that do not report theirs. */
  time_zone: string;
  selection: JsonColumn<Selection>;
  options: JsonColumn<ListingOptions>;
  created_by: string | null;
  created_at: Instant;
}

/** The state of a schedule in one of its stores. */
export interface ListingSchedulePlaceTable {
  schedule_id: string;
  store_id: string;
  owner_id: string;
  /** Null if nothing is scheduled. */
  next_at: NullableInstant;
  /** When it was last processed, and when it was due then. */
  last_at: NullableInstant;
  last_due_at: NullableInstant;
  last_outcome: NonNullable<SchedulePlace['last']>['outcome'] | null;
  last_run_id: string | null;
  /** The rules of the last run in which everything was listed (`rulesMark`); null: no such run yet. */
  listed_by: string | null;
  fault: NullableJsonColumn<Fault>;
}

/** A view of all merchants' schedules that are still to run, with the earliest time among their stores. */
export interface OpenListingScheduleView {
  id: string;
  owner_id: string;
  next_at: Date;
}

export type CopyRequest = Omit<z.output<NonNullable<(typeof startCopy)['body']>>, 'mayCopy'>;

/** A shop being copied into stores. The run of a step is written in the same transaction as the step. */
export interface CopyRunTable {
  id: string;
  owner_id: string;
  title: string;
  request: JsonColumn<CopyRequest>;
  state: Generated<'going' | 'stopped' | 'done' | 'cancelled'>;
  step: Generated<CopyStep>;
  wanted: Generated<'go' | 'pause' | 'cancel'>;
  collect_run_id: string | null;
  claim_run_id: string | null;
  listing_run_id: string | null;
  fault: NullableJsonColumn<Fault>;
  /** Who confirmed that the products may be copied. */
  confirmed_by: string | null;
  confirmed_at: Instant;
  created_by: string | null;
  created_at: Instant;
}

/** A view of all merchants' copies whose step has ended. */
export interface OpenCopyView {
  id: string;
  owner_id: string;
}

export interface ScheduleTables {
  listing_schedule: ListingScheduleTable;
  listing_schedule_place: ListingSchedulePlaceTable;
  open_listing_schedule: OpenListingScheduleView;
  copy_run: CopyRunTable;
  open_copy: OpenCopyView;
}
