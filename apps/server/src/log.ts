import { type DestinationStream, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Pick<import('pino').Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** The number that pino gives the level `error`. */
const errorLevel = 50;

/** Structured lines on standard error, or wherever `to` writes; whatever looks like a secret is taken out before it is
 * written. `failed` is told of each line that tells of a failure. */
export function openLog(
  config: Pick<Config, 'logLevel'>,
  failed: () => void = () => void 0,
  to: DestinationStream = pino.destination(2),
) {
  return pino(
    {
      level: config.logLevel,
      hooks: {
        logMethod(given, method, level) {
          if (level >= errorLevel) {
            failed();
          }
          method.apply(this, given);
        },
      },
      redact: {
        paths: [
          'password',
          '*.password',
          'token',
          '*.token',
          'credentials',
          '*.credentials',
          'headers.authorization',
          'headers["access-token"]',
          'headers.cookie',
          '*.headers["access-token"]',
          '*.headers.cookie',
          '*.headers.authorization',
        ],
        censor: '[secret]',
      },
    },
    to,
  );
}
