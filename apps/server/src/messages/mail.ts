import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@bowerbird/contract/errors';
import { createTransport } from 'nodemailer';
import type { Carrier } from './carrier.ts';

export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with the user and password in it. */
  url: string;
  /** The sender, `Bowerbird <no-reply@shop.example>`. */
  from: string;
}

/** So long one message may take, in milliseconds, however busily the server answers; shorter than it is lent to one worker. */
const messageMs = 90_000;

/**
 * Hands mail to an SMTP server, over at most two connections that are kept for a while.
 * @param patienceMs so long one message may take, in milliseconds
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
          // As an object: an address cannot become two.
          to: { name: '', address: to },
          messageId: `<${id}@bowerbird>`,
          subject: written.subject,
          text: written.text,
          html: written.html,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        // One that is late may fail when nobody waits for it any more.
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

/** Rejects after so many milliseconds, unless the signal fires before. */
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
    // With a password, nothing is said before the line is closed to others; to a server on this machine, in the clear.
    requireTLS: !secure && url.username !== '' && !isThisMachine(url.hostname),
    ...(url.username !== '' && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
  };
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** RFC 5321: answers of 500 and above stay; those of 400 and broken connections may pass. */
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
