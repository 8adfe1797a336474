import type { Config } from '../config/config.ts';
import type { Clock } from '../time/clock.ts';
import { aliyunSms } from './aliyun-sms.ts';
import type { Carrier } from './carrier.ts';
import type { Carriers } from './deliver.ts';
import { smtpCarrier } from './mail.ts';

/** Returns the carriers according to the configuration; a channel that is not configured has none. */
export function carriersOf({
  config,
  fetch,
  clock,
}: {
  config: Pick<Config, 'smtp' | 'aliyunSms'>;
  fetch: typeof globalThis.fetch;
  clock: Clock;
}): Carriers {
  const carriers = new Map<'mail' | 'sms', Carrier>();
  if (config.smtp) {
    carriers.set('mail', smtpCarrier(config.smtp));
  }
  if (config.aliyunSms) {
    carriers.set('sms', aliyunSms(config.aliyunSms, { fetch, clock }));
  }
  return carriers;
}
