import type { Language } from '@bowerbird/contract/account/account';
import { v7 } from 'uuid';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/database.ts';
import type { SealedPlace } from '../seal/places.ts';
import type { Seal } from '../seal/seal.ts';
import type { wordsEnUs } from './texts/en-us.ts';
import type { Template } from './texts/template.ts';

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type Texts<Of extends Template> = (typeof wordsEnUs)['templates'][Of];

/** The values that a message needs: those that its text names, except the product's own name. */
type ValuesOf<Of extends Template> = Record<
  Exclude<NamesIn<Texts<Of>['subject' | 'sms'] | Texts<Of>['mail'][number]>, 'product'>,
  string
>;

export interface Message {
  channel: 'mail' | 'sms';
  /** A mail address, or a telephone number with its country code. */
  to: string;
  template: Template;
  language: Language;
  /** Filled into the text: a code, a link, a name. They are stored sealed. */
  values: Record<string, string>;
  /** The merchant this is about; null when there is none yet. */
  ownerId: string | null;
}

/** Which text, with exactly the values that it needs. */
export type MessageText = { [Of in Template]: { template: Of; values: ValuesOf<Of> } }[Template];

export type CompleteMessage = Omit<Message, keyof MessageText> & MessageText;

/** Sends mail and text messages. Handing one over never waits for the provider and never fails because of it. */
export interface Messages {
  /** With a transaction of the caller, sends the message once that is committed, and never if it is rolled back. */
  send(message: CompleteMessage, inside?: Db): Promise<void>;
}

/** Returns the channels with a carrier; messages of the others are kept for the administrator to read. */
export function channelsOf(config: Pick<Config, 'smtp' | 'aliyunSms'>): ReadonlySet<'mail' | 'sms'> {
  return new Set([...(config.smtp ? ['mail' as const] : []), ...(config.aliyunSms ? ['sms' as const] : [])]);
}

/** Where the values of a message are stored. */
export function messagePlace(id: string, owner: string | null): SealedPlace {
  return { column: 'outbox.sealed_values', row: id, owner };
}

/** Writes every message to the outbox, from which delivery reads it. */
export function messagesInto({
  db,
  seal,
  config,
}: {
  db: Db;
  seal: Seal;
  config: Pick<Config, 'smtp' | 'aliyunSms'>;
}): Messages {
  const channels = channelsOf(config);
  return {
    async send({ channel, to, template, language, values, ownerId }, inside = db) {
      const id = v7();
      await inside
        .insertInto('outbox')
        .values({
          id,
          owner_id: ownerId,
          channel,
          recipient: to,
          template,
          language,
          sealed_values: seal.close(JSON.stringify(values), messagePlace(id, ownerId)),
          state: channels.has(channel) ? 'waiting' : 'kept',
          next_try_at: new Date(),
        })
        .execute();
    },
  };
}
