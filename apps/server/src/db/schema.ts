import type { AccessTables } from './tables/account/access.ts';
import type { AccountTables } from './tables/account/account.ts';
import type { BillingTables } from './tables/account/billing.ts';
import type { MessagesTables } from './tables/account/messages.ts';
import type { NewsTables } from './tables/account/news.ts';
import type { NotificationsTables } from './tables/account/notifications.ts';
import type { TasksTables } from './tables/account/tasks.ts';
import type { CatalogueTables } from './tables/catalogue.ts';
import type { CoreTables } from './tables/core.ts';
import type { EditRulesTables } from './tables/edit-rules.ts';
import type { ExportTables } from './tables/exports.ts';
import type { ImagesTables } from './tables/images.ts';
import type { ImportTables } from './tables/imports.ts';
import type { InsightsTables } from './tables/insights.ts';
import type { ListingTables } from './tables/listing.ts';
import type { ListingStatesTables } from './tables/listing-states.ts';
import type { PageTables } from './tables/pages.ts';
import type { PluginTables } from './tables/plugin.ts';
import type { RecollectTables } from './tables/recollect.ts';
import type { RulesTables } from './tables/rules.ts';
import type { ScheduleTables } from './tables/schedules.ts';
import type { SourcesTables } from './tables/sources.ts';
import type { TeamMarksTables } from './tables/team-marks.ts';
import type { UploadsTables } from './tables/uploads.ts';
import type { WatchedFilesTables } from './tables/watched-files.ts';

/** Every table of the database, as Kysely sees it. */
export type Tables = CoreTables &
  PageTables &
  CatalogueTables &
  ListingTables &
  ListingStatesTables &
  MessagesTables &
  AccountTables &
  AccessTables &
  NewsTables &
  BillingTables &
  TasksTables &
  NotificationsTables &
  PluginTables &
  RecollectTables &
  RulesTables &
  EditRulesTables &
  ScheduleTables &
  ExportTables &
  ImagesTables &
  ImportTables &
  InsightsTables &
  SourcesTables &
  TeamMarksTables &
  UploadsTables &
  WatchedFilesTables;
