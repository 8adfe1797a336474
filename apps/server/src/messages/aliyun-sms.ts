import { randomUUID } from 'node:crypto';
import { AppError } from '@bowerbird/contract/errors';
import { readBody } from '@bowerbird/platforms/net/body';
import { z } from 'zod';
import type { Clock } from '../time/clock.ts';
import { signAliyun } from './aliyun-sign.ts';
import type { Carrier } from './carrier.ts';

export interface AliyunSmsSettings {
  keyId: string;
  keySecret: string;
  /** The approved signature (签名) that precedes each message. */
  signName: string;
  /** The approved template for each of our templates. */
  templates: ReadonlyMap<string, string>;
  endpoint: string;
}

const timeoutMs = 15_000;

/**
 * Temporary errors, from the error codes of SendSms (help.aliyun.com, "API error codes"): rate limits, and errors of
 * their service.
 */
const passing = /^(Throttling|ServiceUnavailable|InternalError|isp\.|isv\.BUSINESS_LIMIT|BUSINESS_LIMIT)/;
const ofRecipient = /^isv\.(MOBILE_NUMBER_ILLEGAL|NOT_SUPPORTED_COUNTRY|COUNTRY_RESTRICTED|BLACK_KEY)/;

/**
 * Creates a carrier for Alibaba Cloud's SendSms, version 2017-05-25. Its messages are templates approved there, filled
 * with our values.
 */
export function aliyunSms(
  settings: AliyunSmsSettings,
  { fetch, clock }: { fetch: typeof globalThis.fetch; clock: Clock },
): Carrier {
  return {
    async carry({ id, to, template, values }) {
      const templateCode = settings.templates.get(template);
      if (templateCode === undefined) {
        throw new AppError('message.no-template', `no SMS template for ${template}`, {
          params: { template },
        });
      }
      const { query, headers } = signAliyun({
        host: new URL(settings.endpoint).host,
        action: 'SendSms',
        version: '2017-05-25',
        params: {
          PhoneNumbers: numberFor(to),
          SignName: settings.signName,
          TemplateCode: templateCode,
          TemplateParam: JSON.stringify(values),
          OutId: id,
        },
        keyId: settings.keyId,
        keySecret: settings.keySecret,
        date: `${new Date(clock.wall()).toISOString().slice(0, 19)}Z`,
        nonce: randomUUID(),
      });
      const code = await call(fetch, `${settings.endpoint}/?${query}`, headers);
      if (code !== 'OK') {
        throw refused(code);
      }
    },
    close: () => undefined,
  };
}

/** Its responses have a few hundred bytes. */
const answerBytesMax = 64 * 1024;

const Answer = z.object({ Code: z.string().max(100) });

/** Returns the code of the response: `OK`, or what is wrong. */
async function call(
  fetch: typeof globalThis.fetch,
  address: string,
  headers: Record<string, string>,
): Promise<string> {
  try {
    // The host is signed as in the address; `fetch` writes the header.
    const { host: _, ...own } = headers;
    const response = await fetch(address, {
      method: 'POST',
      headers: own,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const read = Answer.safeParse(JSON.parse(await readBody(response, answerBytesMax)));
    return read.success ? read.data.Code : 'InternalError';
  } catch (thrown) {
    throw new AppError('message.provider-unreachable', 'SendSms did not answer', {
      params: { answer: thrown instanceof Error ? thrown.name : '' },
      cause: thrown,
    });
  }
}

function refused(code: string): AppError {
  const reported = { params: { answer: code } };
  if (passing.test(code)) {
    return new AppError('message.slow-down', 'SendSms asks to wait', reported);
  }
  return ofRecipient.test(code)
    ? new AppError('message.recipient-refused', 'SendSms refused the number', reported)
    : new AppError('message.provider-refused', 'SendSms refused the message', reported);
}

/** Formats a number: those of mainland China without the country code, all others with it and without the plus. */
function numberFor(phone: string): string {
  return phone.replace(/^\+(86(?=1\d{10}$))?/, '');
}
