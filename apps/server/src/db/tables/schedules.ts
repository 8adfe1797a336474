import type { CopyStep, startCopy } from '@bowerbird/contract/copying';
import type { ListingOptions } from '@bowerbird/contract/listing';
import type { SchedulePlace, ScheduleTimes } from '@bowerbird/contract/listing-schedules';
import type { Selection } from '@bowerbird/contract/products';
import type { Fault } from '@bowerbird/contract/runs';
import type { Generated } from 'kysely';
import type { z } from 'zod';
import type { Instant, JsonColumn, NullableInstant, NullableJsonColumn } from './house.ts';

/** Products that are listed at times to come. */
export interface ListingScheduleTable {
  id: string;
  owner_id: string;
  name: string;
  times: JsonColumn<ScheduleTimes>;
  /** The clock of stores that do not tell theirs. */
  time_zone: string;
  selection: JsonColumn<Selection>;
  options: JsonColumn<ListingOptions>;
  created_by: string | null;
  created_at: Instant;
}

/** Where a schedule stands in one of its stores. */
export interface ListingSchedulePlaceTable {
  schedule_id: string;
  store_id: string;
  owner_id: string;
  /** Null while nothing comes. */
  next_at: NullableInstant;
  /** When it was looked after last, and when it was due then. */
  last_at: NullableInstant;
  last_due_at: NullableInstant;
  last_outcome: NonNullable<SchedulePlace['last']>['outcome'] | null;
  last_run_id: string | null;
  /** By which rules everything went into the last run (`rulesMark`); null: nothing did yet. */
  listed_by: string | null;
  fault: NullableJsonColumn<Fault>;
}

/** A view of every merchant's schedules that will come, with the next time of the first of their stores. */
export interface OpenListingScheduleView {
  id: string;
  owner_id: string;
  next_at: Date;
}

export type CopyAsk = Omit<z.output<NonNullable<(typeof startCopy)['body']>>, 'mayCopy'>;

/** A shop on its way into stores. The run of a step is written with the step, or neither. */
export interface CopyRunTable {
  id: string;
  owner_id: string;
  title: string;
  ask: JsonColumn<CopyAsk>;
  state: Generated<'going' | 'stopped' | 'done' | 'cancelled'>;
  step: Generated<CopyStep>;
  wanted: Generated<'go' | 'pause' | 'cancel'>;
  collect_run_id: string | null;
  claim_run_id: string | null;
  listing_run_id: string | null;
  fault: NullableJsonColumn<Fault>;
  /** Who said that the goods may be copied. */
  confirmed_by: string | null;
  confirmed_at: Instant;
  created_by: string | null;
  created_at: Instant;
}

/** A view of every merchant's copies whose step has ended. */
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
