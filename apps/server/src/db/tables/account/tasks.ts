import type { ProjectBody } from '@bowerbird/contract/team/projects';
import type { TaskVisibility } from '@bowerbird/contract/team/tasks';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, JsonColumn, NullableInstant } from '../core.ts';

/** A calendar day; written as `2026-11-20` and read with `::text`, because a day has no time zone. */
type DayColumn = ColumnType<Date, string, string>;

/** A sourcing task: what is searched where, until when and by whom. */
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
  /** Its runs request inventory that lists leave out, if the platform supports it. */
  with_stock: Generated<boolean>;
  weight: number | null;
  visibility: TaskVisibility;
  created_at: Instant;
  done_at: NullableInstant;
}

/** A person who works on a task, or may see it. */
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
  /** When the person who carries out its task is next reminded. */
  remind_at: NullableInstant;
  archived_at: NullableInstant;
  created_at: Instant;
  updated_at: Instant;
}

/** A view of all merchants' projects with a future reminder. */
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
