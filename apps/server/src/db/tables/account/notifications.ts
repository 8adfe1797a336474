import type { NotificationEvent } from '@bowerbird/contract/system/notifications';
import type { Generated } from 'kysely';
import type { Instant, JsonColumn, NullableInstant } from '../core.ts';

type Params = Record<string, string | number>;

/** A notification to one person. `shown` is false if the person wants it by mail only, or not at all. */
export interface NotificationTable {
  id: string;
  /** Null for administrators. */
  owner_id: string | null;
  user_id: string;
  event: NotificationEvent;
  /** One notification for each person, event and subject. */
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

/** A notification still to be sent. Triggers of `run` and `store` write here too. */
export interface NotificationDueTable {
  id: Generated<string>;
  owner_id: string | null;
  /** Null: everybody of the merchant whom the event concerns. */
  user_ids: string[] | null;
  /** The person who did it, and need not be notified. */
  except_user_id: string | null;
  event: NotificationEvent;
  subject: string;
  params: JsonColumn<Params>;
  link: string | null;
  at: Instant;
}

/** A view of all notifications still to be sent, of all owners. */
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

/** Notifications. */
export interface NotificationsTables {
  notification: NotificationTable;
  notification_due: NotificationDueTable;
  open_notification: OpenNotificationView;
  known_device: KnownDeviceTable;
}
