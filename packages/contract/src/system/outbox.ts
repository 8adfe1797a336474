import { z } from 'zod/mini';
import { languages } from '../account/account.ts';
import { Instant, listOf, pageQuery } from '../list.ts';
import { route } from '../route.ts';
import { Fault } from '../runs.ts';

export const messageChannels = ['mail', 'sms'] as const;
/** `kept`: no provider is configured for this channel, so an administrator reads the message. */
export const messageStates = ['kept', 'waiting', 'sent', 'failed'] as const;

export const OutboxMessage = z.object({
  id: z.uuid(),
  channel: z.enum(messageChannels),
  recipient: z.string(),
  template: z.string(),
  language: z.enum(languages),
  state: z.enum(messageStates),
  fault: z.nullable(Fault),
  tries: z.int(),
  createdAt: Instant,
  sentAt: z.nullable(Instant),
});
export type OutboxMessage = z.infer<typeof OutboxMessage>;

/**
 * Why a code or link is not shown: it was sent to its recipient, or it opens an account with more permissions than the
 * reader has.
 */
export const withheldReasons = ['sent', 'wider-rights'] as const;

/** A message as its recipient reads it. */
export const OpenedMessage = z.object({
  ...OutboxMessage.shape,
  subject: z.string(),
  text: z.string(),
  code: z.nullable(z.string()),
  link: z.nullable(z.string()),
  /** Null where nothing is withheld. */
  withheld: z.nullable(z.enum(withheldReasons)),
});
export type OpenedMessage = z.infer<typeof OpenedMessage>;

/** Returns the messages, newest first, and the channels that have a provider. */
export const listOutbox = route({
  method: 'GET',
  path: '/system/outbox',
  needs: { permission: 'support', action: 'query' },
  query: z.object({
    ...pageQuery,
    channel: z.optional(z.enum(messageChannels)),
    state: z.optional(z.enum(messageStates)),
    /** Part of the recipient's address. */
    recipient: z.optional(z.string().check(z.maxLength(254))),
  }),
  answer: z.object({
    ...listOf(OutboxMessage).shape,
    delivers: z.object({ mail: z.boolean(), sms: z.boolean() }),
  }),
});

const params = z.object({ id: z.uuid() });

/**
 * A POST, although it only reads: a message can give access to somebody's account, so the audit log records who read
 * it.
 */
export const readOutboxMessage = route({
  method: 'POST',
  path: '/system/outbox/:id/open',
  needs: { permission: 'support', action: 'get' },
  params,
  answer: OpenedMessage,
});

/** Puts a message into the send queue again. Fails with `message.not-configured` where its channel has no provider. */
export const sendOutboxAgain = route({
  method: 'POST',
  path: '/system/outbox/:id/send-again',
  needs: { permission: 'support', action: 'update' },
  params,
  answer: OutboxMessage,
});
