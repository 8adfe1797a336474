import type { ProjectBody } from '@bowerbird/contract/projects';
import type { TaskVisibility } from '@bowerbird/contract/tasks';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, JsonColumn, NullableInstant } from './house.ts';

/** A calendar day; written as `2026-11-20`, read with `::text`, since a day has no time zone. */
type DayColumn = ColumnType<Date, string, string>;

/** A piece of sourcing work: what is sought where, until when and by whom. */
export interface TaskTable {
  id: string;
  owner_id: string;
  created_by: string | null;
  title: string;
  starts_on: DayColumn;
  ends_on: DayColumn;
  goal: string;
  wanted: number | null;
  standard: string;
  addresses: JsonColumn<string[]>;
  /** Its runs ask for stock that lists leave out, where a platform can be asked. */
  with_stock: Generated<boolean>;
  weight: number | null;
  visibility: TaskVisibility;
  created_at: Instant;
  done_at: NullableInstant;
}

/** Who works on a task, or may see it. */
export interface TaskPersonTable {
  owner_id: string;
  task_id: string;
  user_id: string;
  part: 'invited' | 'viewer';
}

/** A collecting run that was started for a task. */
export interface TaskRunTable {
  run_id: string;
  owner_id: string;
  task_id: string;
}

export interface TeamProjectTable {
  id: string;
  owner_id: string;
  created_by: string | null;
  content: JsonColumn<ProjectBody>;
  /** When who carries its task out is reminded next. */
  remind_at: NullableInstant;
  archived_at: NullableInstant;
  created_at: Instant;
  updated_at: Instant;
}

/** A view of every merchant's projects that will remind somebody. */
export interface OpenReminderView {
  id: string;
  owner_id: string;
  remind_at: Date;
}

/** A platform that a person keeps in their menu. */
export interface PlatformPinTable {
  owner_id: string;
  user_id: string;
  platform: string;
}

/** Sourcing tasks, team projects and pinned platforms. */
export interface TasksTables {
  task: TaskTable;
  task_person: TaskPersonTable;
  task_run: TaskRunTable;
  team_project: TeamProjectTable;
  open_reminder: OpenReminderView;
  platform_pin: PlatformPinTable;
}
