import { AppError } from '@bowerbird/contract/errors';
import type { ScheduleTimes } from '@bowerbird/contract/listing/schedules';
import { isRealTime, isTimeZone } from './local-time.ts';

/** Throws `request.invalid` for a time zone that this machine does not know. */
export function requireTimeZone(timeZone: string): void {
  if (!isTimeZone(timeZone)) {
    throw unknown(['timeZone'], timeZone);
  }
}

/** Throws `request.invalid` for an unknown time zone, and for a first time on a day that no calendar has. */
export function requireTimes({ times, timeZone }: { times: ScheduleTimes; timeZone: string }): void {
  requireTimeZone(timeZone);
  if (!isRealTime(times.first)) {
    throw unknown(['times', 'first'], times.first);
  }
}

function unknown(path: string[], value: string): AppError {
  return new AppError('request.invalid', `${path.join('.')} ${value}`, {
    issues: [{ path, code: 'unknown', message: '' }],
  });
}
