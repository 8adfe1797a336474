import { AppError } from '@bowerbird/contract/errors';
import type { Db } from '../db/database.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const againMs = minuteMs;
const perHour = { address: 6, ip: 30 };

/** Throws `code.too-often` within a minute of the last code, and `rate.too-many-tries` beyond the limit of an hour. */
export async function refuseTooMany(
  inside: Db,
  { address, ip, now }: { address: string; ip: string | undefined; now: number },
): Promise<void> {
  const { last, ofAddress, ofIp } = await inside
    .selectFrom('verification_code')
    .select(({ fn }) => [
      fn.max('created_at').filterWhere('address', '=', address).as('last'),
      fn.countAll<string>().filterWhere('address', '=', address).as('ofAddress'),
      fn
        .countAll<string>()
        .filterWhere('ip', '=', ip ?? '')
        .as('ofIp'),
    ])
    .where('created_at', '>', new Date(now - hourMs))
    .where(({ or, eb }) => or([eb('address', '=', address), eb('ip', '=', ip ?? '')]))
    .executeTakeFirstOrThrow();
  const leftMs = last === null ? 0 : last.getTime() + againMs - now;
  if (leftMs > 0) {
    throw new AppError('code.too-often', 'a code was sent within the last minute', {
      params: { seconds: Math.ceil(leftMs / 1000) },
      waitMs: leftMs,
    });
  }
  if (Number(ofAddress) >= perHour.address || Number(ofIp) >= perHour.ip) {
    throw new AppError('rate.too-many-tries', 'too many codes within the hour', {
      params: { seconds: 3600 },
      waitMs: hourMs,
    });
  }
}
