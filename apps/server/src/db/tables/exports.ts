import type { ScheduleTimes } from '@bowerbird/contract/listing/schedules';
import type { ExportChoices } from '@bowerbird/contract/products/export';
import type { ProductFilter } from '@bowerbird/contract/products/products';
import type { Fault } from '@bowerbird/contract/runs';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn, NullableInstant, NullableJsonColumn } from './core.ts';

/** How files of exports are to be, under a name. */
export interface ExportTemplateTable {
  id: string;
  owner_id: string;
  name: string;
  choices: JsonColumn<ExportChoices>;
  saved_by: string | null;
  updated_at: Instant;
}

/** An export that is made at set times. */
export interface ExportScheduleTable {
  id: string;
  owner_id: string;
  name: string;
  template_id: string;
  filter: JsonColumn<ProductFilter>;
  times: JsonColumn<ScheduleTimes>;
  time_zone: string;
  /** How many of its files are kept. */
  keep: number;
  is_on: Generated<boolean>;
  /** Null if nothing is planned. */
  next_at: NullableInstant;
  last_at: NullableInstant;
  last_outcome: 'started' | 'still-going' | 'refused' | null;
  last_run_id: string | null;
  fault: NullableJsonColumn<Fault>;
  created_by: string | null;
  created_at: Instant;
}

/** A view of all merchants' scheduled exports that have a next time. */
export interface OpenExportScheduleView {
  id: string;
  owner_id: string;
  next_at: Date;
}

/** A link to one file, or to the newest of a schedule. */
export interface ExportLinkTable {
  id: string;
  owner_id: string;
  file_id: string | null;
  schedule_id: string | null;
  /** SHA-256 of the token. */
  token_hash: Buffer;
  expires_at: Instant;
  downloads_max: number | null;
  downloads: Generated<number>;
  last_used_at: NullableInstant;
  revoked_at: NullableInstant;
  created_by: string | null;
  created_at: Instant;
}

export interface ExportTables {
  export_template: ExportTemplateTable;
  export_schedule: ExportScheduleTable;
  open_export_schedule: OpenExportScheduleView;
  export_link: ExportLinkTable;
}
