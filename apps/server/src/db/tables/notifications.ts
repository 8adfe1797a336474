import type { NotificationEvent } from '@bowerbird/contract/notifications';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn, NullableInstant } from './house.ts';

type Params = Record<string, string | number>;

/** What one person is told. `shown` is false where the person wants it by mail only, or not at all. */
export interface NotificationTable {
  id: string;
  /** Null for administrators. */
  owner_id: string | null;
  user_id: string;
  event: NotificationEvent;
  /** One notice for each person, event and subject. */
  subject: string;
  params: JsonColumn<Params>;
  link: string | null;
  /** What it was written for; the same one again changes nothing. */
  due_id: string;
  shown: boolean;
  at: Instant;
  read_at: NullableInstant;
  mailed_at: NullableInstant;
}

/** What is still to be told. Triggers of `run` and `store` write here, too. */
export interface NotificationDueTable {
  id: Generated<string>;
  owner_id: string | null;
  /** Null: everybody of the merchant whom the event concerns. */
  user_ids: string[] | null;
  /** Who did it, and need not be told. */
  except_user_id: string | null;
  event: NotificationEvent;
  subject: string;
  params: JsonColumn<Params>;
  link: string | null;
  at: Instant;
}

/** A view of everything still to be told, whoever's. */
export interface OpenNotificationView {
  id: string;
  owner_id: string | null;
  at: Date;
}

export interface KnownDeviceTable {
  user_id: string;
  device: Buffer;
  at: Instant;
}

/** What people are told of. */
export interface NotificationsTables {
  notification: NotificationTable;
  notification_due: NotificationDueTable;
  open_notification: OpenNotificationView;
  known_device: KnownDeviceTable;
}
