import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@bowerbird/contract/errors';
import { createTransport } from 'nodemailer';
import type { Carrier } from './carrier.ts';

export interface SmtpSettings {
  /** `smtp://` or `smtps://`, including the user and password. */
  url: string;
  /** The sender, `Bowerbird <no-reply@shop.example>`. */
  from: string;
}

/**
 * How long one message may take, in milliseconds, however slowly the server responds; shorter than the time for which a
 * worker claims it.
 */
const messageMs = 90_000;

/**
 * Hands mail to an SMTP server, over at most two connections that are kept for a while.
 * @param patienceMs how long one message may take, in milliseconds
 */
export function smtpCarrier(
  { url, from }: SmtpSettings,
  { patienceMs = messageMs }: { patienceMs?: number } = {},
): Carrier {
  const open = () =>
    createTransport({
      ...readUrl(url),
      pool: true,
      maxConnections: 2,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  let transport = open();
  return {
    async carry({ id, to, written }) {
      const used = transport;
      const late = new AbortController();
      try {
        const sent = used.sendMail({
          from,
          // As an object, so that one address can't become two.
          to: { name: '', address: to },
          messageId: `<${id}@bowerbird>`,
          subject: written.subject,
          text: written.text,
          html: written.html,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        // A late send may fail when nobody awaits it any more.
        sent.catch(() => undefined);
        await Promise.race([sent, tooLate(patienceMs, late.signal)]);
      } catch (thrown) {
        if (thrown instanceof TooLate && transport === used) {
          transport = open();
          used.close();
        }
        throw named(thrown);
      } finally {
        late.abort();
      }
    },
    close: () => transport.close(),
  };
}

class TooLate extends Error {
  readonly code = 'ETIMEDOUT';
}

/** Rejects after this many milliseconds, unless the signal fires before. */
async function tooLate(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  if (!signal.aborted) {
    throw new TooLate(`the message took longer than ${ms} ms`);
  }
}

function readUrl(text: string) {
  const url = new URL(text);
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    // With a password, sends nothing before the connection is encrypted; to a server on this machine, sends
    // unencrypted.
    requireTLS: !secure && url.username !== '' && !isThisMachine(url.hostname),
    ...(url.username !== '' && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
  };
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** RFC 5321: responses of 500 and above are permanent; those of 400 and broken connections may be temporary. */
function named(thrown: unknown): AppError {
  const { code = '', responseCode = 0 } = read(thrown);
  const answer = responseCode === 0 ? code : String(responseCode);
  if (code === 'EAUTH') {
    return new AppError('message.provider-refused', 'the SMTP server refused the sign-in', {
      params: { answer },
    });
  }
  if (responseCode >= 500) {
    return code === 'EENVELOPE'
      ? new AppError('message.recipient-refused', 'the SMTP server refused the recipient', {
          params: { answer },
        })
      : new AppError('message.provider-refused', 'the SMTP server refused the message', {
          params: { answer },
        });
  }
  return new AppError('message.provider-unreachable', 'the SMTP server did not take it now', {
    params: { answer },
  });
}

function read(thrown: unknown): { code?: string; responseCode?: number } {
  if (!(thrown instanceof Error)) {
    return {};
  }
  return {
    ...('code' in thrown && typeof thrown.code === 'string' && { code: thrown.code }),
    ...('responseCode' in thrown &&
      typeof thrown.responseCode === 'number' && { responseCode: thrown.responseCode }),
  };
}
