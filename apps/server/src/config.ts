import { resolve } from 'node:path';
import { z } from 'zod';
import { CannotStart } from './cannot-start.ts';

/** Everything the environment may say, read once at start. */
export const Config = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65535).optional(),
    HOST: z.string().default('127.0.0.1'),
    BOWERBIRD_DATA: z.string().min(1).optional(),
    DATABASE_URL: z.string().optional(),
    BOWERBIRD_ALLOWED_PRIVATE_HOSTS: z.string().default(''),
    BOWERBIRD_SIMULATOR_PORT: z.coerce.number().int().min(0).max(65535).default(0),
    /** Off: no practice shop and store beside the product. */
    BOWERBIRD_PRACTICE: z.enum(['on', 'off']).default('on'),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('warn'),
    /** Addresses of the proxies in front (comma list): what they say of the caller is believed. */
    TRUSTED_PROXIES: z.string().default(''),
    METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  })
  .transform((environment) => ({
    /** Undefined: 8000, or the next free one. 0: any free one. */
    port: environment.PORT,
    host: environment.HOST,
    dataFolder: resolve(environment.BOWERBIRD_DATA ?? resolve(import.meta.dirname, '../../../.data')),
    databaseUrl: environment.DATABASE_URL,
    allowedPrivateHosts: listOf(environment.BOWERBIRD_ALLOWED_PRIVATE_HOSTS),
    trustedProxies: listOf(environment.TRUSTED_PROXIES),
    simulatorPort: environment.BOWERBIRD_SIMULATOR_PORT,
    practice: environment.BOWERBIRD_PRACTICE === 'on',
    logLevel: environment.LOG_LEVEL,
    metricsPort: environment.METRICS_PORT,
  }));
export type Config = z.infer<typeof Config>;

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Reads the environment; a bad value is told by its name (`CannotStart`). An empty one counts as left out. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== '');
  const read = Config.safeParse(Object.fromEntries(given));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new CannotStart(
      `${issue?.path.join('.')}: ${issue?.message}. Correct it in the environment and start again.`,
    );
  }
  return read.data;
}
