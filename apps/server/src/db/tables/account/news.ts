import type { Language } from '@bowerbird/contract/account/account';
import type { ArticleText } from '@bowerbird/contract/system/news';
import type { SavedLinks } from '@bowerbird/contract/system/provider-settings';
import type { OperatorPageName } from '@bowerbird/contract/system/public-pages';
import type { AnnouncementLevel, WorkplaceConfig } from '@bowerbird/contract/system/workplace-config';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn, NullableInstant } from '../core.ts';

/** News and video tutorials of the operator: they belong to no merchant, so they have no owner. */
export interface ArticleTable {
  id: string;
  kind: 'news' | 'video';
  state: Generated<'draft' | 'live'>;
  cover_url: string | null;
  video_url: string | null;
  author_id: string | null;
  /** The author's name at that time; null for the operator. */
  author: string | null;
  revision: Generated<number>;
  /** Who last saved it. */
  saved_by: string | null;
  created_at: Instant;
  updated_at: Instant;
  published_at: NullableInstant;
}

export interface ArticleTextTable {
  article_id: string;
  language: Language;
  title: string;
  summary: string;
  /** Sanitised before it is stored. */
  body_html: string;
  /** All its text, in lower case. */
  search_text: string;
}

export interface AnnouncementTable {
  id: string;
  level: AnnouncementLevel;
  texts: JsonColumn<Partial<Record<Language, string>>>;
  link: string | null;
  shown_from: Instant;
  shown_to: NullableInstant;
  revision: Generated<number>;
  created_at: Instant;
}

export interface AnnouncementDismissedTable {
  announcement_id: string;
  user_id: string;
  at: Instant;
}

/** One row: the links that everybody has. */
export interface WorkplaceLinksTable {
  only_one: Generated<boolean>;
  links: JsonColumn<WorkplaceConfig['links']>;
  revision: Generated<number>;
}

/** One row, once somebody has saved: who operates this installation and where its links lead. */
export interface ProviderSettingsTable {
  only_one: Generated<boolean>;
  name: string;
  links: JsonColumn<SavedLinks>;
  revision: Generated<number>;
}

/** A version of a page that the operator wrote. Never changed, because people have accepted it. */
export interface OperatorPageTable {
  name: OperatorPageName;
  version: number;
  /** Sanitised. */
  texts: JsonColumn<Record<Language, ArticleText>>;
  saved_by: string;
  saved_at: Instant;
}

export interface OwnLinkTable {
  id: string;
  user_id: string;
  position: number;
  path: string;
  title: string;
  created_at: Instant;
}

/** A running program, as it last reported itself. */
export interface ProcessTable {
  id: string;
  host: string;
  pid: number;
  role: 'api' | 'worker' | 'all';
  version: string;
  started_at: Instant;
  seen_at: Instant;
  errors_hour: Generated<number>;
  errors_day: Generated<number>;
}

export interface NewsTables {
  article: ArticleTable;
  article_text: ArticleTextTable;
  announcement: AnnouncementTable;
  announcement_dismissed: AnnouncementDismissedTable;
  workplace_links: WorkplaceLinksTable;
  provider_settings: ProviderSettingsTable;
  operator_page: OperatorPageTable;
  own_link: OwnLinkTable;
  process: ProcessTable;
}
