import { pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Pick<import('pino').Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** Structured lines on standard error; whatever looks like a secret is taken out before it is written. */
export function openLog(config: Pick<Config, 'logLevel'>) {
  return pino(
    {
      level: config.logLevel,
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
    pino.destination(2),
  );
}
