import { randomUUID } from 'node:crypto';
import { AppError } from '@bowerbird/contract/errors';
import { readBody } from '@bowerbird/platforms/body';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { signAliyun } from './aliyun-sign.ts';
import type { Carrier } from './carrier.ts';

export interface AliyunSmsSettings {
  keyId: string;
  keySecret: string;
  /** The approved signature (签名) that stands before each message. */
  signName: string;
  /** Which approved template is sent for which of ours. */
  templates: ReadonlyMap<string, string>;
  endpoint: string;
}

const timeoutMs = 15_000;

/**
 * Answers that may pass, from the error codes of SendSms (help.aliyun.com, "API error codes"): limits of pace, and
 * faults of theirs.
 */
const passing = /^(Throttling|ServiceUnavailable|InternalError|isp\.|isv\.BUSINESS_LIMIT|BUSINESS_LIMIT)/;
const ofRecipient = /^isv\.(MOBILE_NUMBER_ILLEGAL|NOT_SUPPORTED_COUNTRY|COUNTRY_RESTRICTED|BLACK_KEY)/;

/** Alibaba Cloud's SendSms, version 2017-05-25. Its messages are templates approved there, filled with our values. */
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
      const code = await ask(fetch, `${settings.endpoint}/?${query}`, headers);
      if (code !== 'OK') {
        throw refused(code);
      }
    },
    close: () => undefined,
  };
}

/** What it answers is a few hundred bytes. */
const answerBytesMax = 64 * 1024;

const Answer = z.object({ Code: z.string().max(100) });

/** The code it answers: `OK`, or what is wrong. */
async function ask(
  fetch: typeof globalThis.fetch,
  address: string,
  headers: Record<string, string>,
): Promise<string> {
  try {
    // The host is signed as the address has it; who fetches writes it.
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
  const told = { params: { answer: code } };
  if (passing.test(code)) {
    return new AppError('message.slow-down', 'SendSms asks to wait', told);
  }
  return ofRecipient.test(code)
    ? new AppError('message.recipient-refused', 'SendSms refused the number', told)
    : new AppError('message.provider-refused', 'SendSms refused the message', told);
}

/** Numbers of mainland China without their country, all others with it and no plus. */
function numberFor(phone: string): string {
  return phone.replace(/^\+(86(?=1\d{10}$))?/, '');
}
