import { z } from 'zod/mini';
import { languages } from './account.ts';
import { Instant, listOf, pageQuery } from './list.ts';
import { route } from './route.ts';
import { Fault } from './runs.ts';

export const messageChannels = ['mail', 'sms'] as const;
/** `kept`: nobody delivers this channel here, so an administrator reads it. */
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
 * Why a code or link is not shown: it was sent to its recipient, or it opens an account that may do what its reader may
 * not.
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

/** The newest first; and which channels somebody delivers here. */
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

/** A POST, though it only reads: what it shows can open somebody's account, so that it is written down who looked. */
export const readOutboxMessage = route({
  method: 'POST',
  path: '/system/outbox/:id/open',
  needs: { permission: 'support', action: 'get' },
  params,
  answer: OpenedMessage,
});

/** Puts a message in line again. Fails with `message.not-configured` where nobody delivers its channel. */
export const sendOutboxAgain = route({
  method: 'POST',
  path: '/system/outbox/:id/send-again',
  needs: { permission: 'support', action: 'update' },
  params,
  answer: OutboxMessage,
});
