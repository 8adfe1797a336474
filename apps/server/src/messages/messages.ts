import type { Language } from '@bowerbird/contract/account';
import { v7 } from 'uuid';
import type { Db } from '../db/database.ts';
import type { Seal } from '../seal.ts';

/** What a message says; its words are in `templates`, in four languages. */
export type Template =
  | 'activation'
  | 'code'
  | 'invitation'
  | 'password-changed'
  | 'address-changed'
  | 'notification'
  | 'task-invitation';

export interface Message {
  channel: 'mail' | 'sms';
  /** A mail address, or a telephone number with its country. */
  to: string;
  template: Template;
  language: Language;
  /** Filled into the words: a code, a link, a name. They are sealed where they are kept. */
  values: Record<string, string>;
  /** The merchant this is about; null when there is none yet. */
  ownerId: string | null;
}

/** Sends mail and text messages. Handing one over never waits for the provider and never fails because of it. */
export interface Messages {
  send(message: Message): Promise<void>;
}

/** Every message is written to the outbox; what delivers them reads it from there. */
export function messagesInto({ db, seal }: { db: Db; seal: Seal }): Messages {
  return {
    async send({ channel, to, template, language, values, ownerId }) {
      await db
        .insertInto('outbox')
        .values({
          id: v7(),
          owner_id: ownerId,
          channel,
          recipient: to,
          template,
          language,
          sealed_values: seal.close(JSON.stringify(values)),
          state: 'kept',
        })
        .execute();
    },
  };
}
