import { type DestinationStream, pino } from 'pino';

export type Log = Pick<import('pino').Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** The number that pino uses for the level `error`. */
const errorLevel = 50;

/**
 * Opens a log that writes structured lines to standard error, or to `to`. Everything that looks like a secret is
 * removed before writing. Calls `failed` for each line that reports a failure.
 */
export function openLog(
  config: { logLevel: string },
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
