import { isAbsolute, resolve } from 'node:path';
import type { LinkName } from '@bowerbird/contract/system/console-settings';
import { z } from 'zod';
import { CannotStart } from './cannot-start.ts';
import { isLoopback } from './loopback.ts';

/**
 * Settings that are useless without others. Mail needs the console's public address: an address taken from a request
 * could be forged, and with it the link in the mail.
 */
const needing = [
  ['SMTP_URL', ['MAIL_FROM', 'BOWERBIRD_PUBLIC_URL']],
  ['MAIL_FROM', ['SMTP_URL']],
  ['STRIPE_SECRET_KEY', ['STRIPE_WEBHOOK_SECRET', 'BOWERBIRD_PUBLIC_URL']],
  ['STRIPE_WEBHOOK_SECRET', ['STRIPE_SECRET_KEY']],
  ['ALIYUN_SMS_KEY_ID', ['ALIYUN_SMS_KEY_SECRET', 'ALIYUN_SMS_SIGN_NAME', 'ALIYUN_SMS_TEMPLATES']],
  ['ALIYUN_SMS_KEY_SECRET', ['ALIYUN_SMS_KEY_ID']],
  ['BOWERBIRD_S3_URL', ['BOWERBIRD_S3_ACCESS_KEY', 'BOWERBIRD_S3_SECRET_KEY']],
  ['BOWERBIRD_S3_ACCESS_KEY', ['BOWERBIRD_S3_URL']],
  ['BOWERBIRD_S3_SECRET_KEY', ['BOWERBIRD_S3_URL']],
] as const;

const link = z.url({ protocol: /^https?$/ }).optional();

/** Everything that the environment may configure, read once at start. */
export const Config = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65535).optional(),
    HOST: z.string().default('127.0.0.1'),
    BOWERBIRD_DATA: z.string().min(1).optional(),
    DATABASE_URL: z.string().optional(),
    /**
     * The same database for a login that an administrator created. When only this address is set, the process runs no
     * migrations.
     */
    DATABASE_APP_URL: z.string().optional(),
    /** Where the same database is reached without the pooler that the other addresses name. */
    DATABASE_DIRECT_URL: z.string().optional(),
    BOWERBIRD_ALLOWED_PRIVATE_HOSTS: z.string().default(''),
    /** Folders whose product files merchants may watch, each for all merchants, or as `EMAIL=FOLDER` for one. */
    BOWERBIRD_IMPORT_FOLDERS: z.string().default(''),
    /** The bucket of an object store (S3 API) that keeps images and exports; none: the data folder keeps them. */
    BOWERBIRD_S3_URL: z.url({ protocol: /^https?$/ }).optional(),
    BOWERBIRD_S3_REGION: z.string().min(1).default('us-east-1'),
    BOWERBIRD_S3_ACCESS_KEY: z.string().min(1).optional(),
    BOWERBIRD_S3_SECRET_KEY: z.string().min(1).optional(),
    BOWERBIRD_SIMULATOR_PORT: z.coerce.number().int().min(0).max(65535).default(0),
    /** `off`: no practice shop and store are started with the product. */
    BOWERBIRD_PRACTICE: z.enum(['on', 'off']).default('on'),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('warn'),
    /** Addresses of the reverse proxies (comma-separated list). What they report about the caller is trusted. */
    TRUSTED_PROXIES: z.string().default(''),
    METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
    /** Token that a reader of the metrics must send; required when other machines can reach the metrics. */
    METRICS_TOKEN: z
      .string()
      .regex(/^\S{16,}$/, 'has at least 16 characters and no spaces')
      .optional(),
    /** The operator's links, used until an administrator saves others. */
    BOWERBIRD_LINK_PROVIDER: link,
    BOWERBIRD_LINK_ABOUT: link,
    BOWERBIRD_LINK_CONTACT: z.url({ protocol: /^(https?|mailto)$/ }).optional(),
    BOWERBIRD_LINK_HELP: link,
    BOWERBIRD_LINK_TUTORIALS: link,
    BOWERBIRD_LINK_PRIVACY: link,
    BOWERBIRD_LINK_TERMS: link,
    /** Address where people reach the console, for links in messages. */
    BOWERBIRD_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** `on`: merchants have plans with quotas, and buy them. `off`: everybody has one plan without limits. */
    BOWERBIRD_PLANS: z.enum(['on', 'off']).default('off'),
    /**
     * Number of days that the audit log, notices, and sent messages are kept, and that each change of a source is kept in
     * the history of its products before it is folded into one record.
     */
    BOWERBIRD_KEEP_AUDIT_DAYS: z.coerce.number().int().min(1).max(36_500).default(730),
    BOWERBIRD_KEEP_NOTICE_DAYS: z.coerce.number().int().min(1).max(36_500).default(180),
    BOWERBIRD_KEEP_MESSAGE_DAYS: z.coerce.number().int().min(1).max(36_500).default(180),
    BOWERBIRD_KEEP_SOURCE_CHANGE_DAYS: z.coerce.number().int().min(1).max(36_500).default(90),
    /** Maximum number of calls other than GET that one person, and all people of one merchant, may make in a minute. */
    BOWERBIRD_PERSON_CALLS_PER_MINUTE: z.coerce.number().int().min(60).max(1_000_000).default(1200),
    BOWERBIRD_MERCHANT_CALLS_PER_MINUTE: z.coerce.number().int().min(60).max(1_000_000).default(3600),
    STRIPE_SECRET_KEY: z.string().optional(),
    STRIPE_WEBHOOK_SECRET: z.string().optional(),
    /** Address of the Stripe API. */
    STRIPE_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.stripe.com'),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z.string().optional(),
    ALIYUN_SMS_KEY_ID: z.string().optional(),
    ALIYUN_SMS_KEY_SECRET: z.string().optional(),
    ALIYUN_SMS_SIGN_NAME: z.string().optional(),
    ALIYUN_SMS_TEMPLATES: z.string().default(''),
    ALIYUN_SMS_ENDPOINT: z.url().default('https://dysmsapi.aliyuncs.com'),
  })
  .superRefine((environment, { addIssue }) => {
    const { METRICS_PORT, METRICS_TOKEN, HOST } = environment;
    if (METRICS_PORT !== undefined && METRICS_TOKEN === undefined && !isLoopback(HOST)) {
      const message = `is needed beside METRICS_PORT where HOST is ${HOST}, which others can reach`;
      addIssue({ code: 'custom', path: ['METRICS_TOKEN'], message });
    }
    if (environment.DATABASE_DIRECT_URL && !environment.DATABASE_URL && !environment.DATABASE_APP_URL) {
      const message = 'is needed beside DATABASE_DIRECT_URL, and names the pooler';
      addIssue({ code: 'custom', path: ['DATABASE_URL'], message });
    }
    for (const entry of listOf(environment.BOWERBIRD_IMPORT_FOLDERS)) {
      if (!isAbsolute(importFolderOf(entry).folder)) {
        const message = `has ${entry}, which is no absolute path, or EMAIL=PATH`;
        addIssue({ code: 'custom', path: ['BOWERBIRD_IMPORT_FOLDERS'], message });
      }
    }
    for (const [one, others] of needing) {
      const missing = others.find((name) => !environment[name]);
      if (environment[one] && missing) {
        addIssue({ code: 'custom', path: [missing], message: `is needed beside ${one}` });
      }
    }
  })
  .transform((environment) => ({
    /** Undefined: 8000, or the next free port. 0: any free port. */
    port: environment.PORT,
    host: environment.HOST,
    dataFolder: resolve(environment.BOWERBIRD_DATA ?? resolve(import.meta.dirname, '../../../../.data')),
    /** The user who runs migrations and creates logins; the program itself signs in as another user. */
    databaseUrl: environment.DATABASE_URL,
    /** The program's own login, if one is configured. */
    databaseAppUrl: environment.DATABASE_APP_URL,
    /** The database's own address, where the others are a pooler's. */
    databaseDirectUrl: environment.DATABASE_DIRECT_URL,
    isDatabaseEmbedded: environment.DATABASE_URL === undefined && environment.DATABASE_APP_URL === undefined,
    allowedPrivateHosts: listOf(environment.BOWERBIRD_ALLOWED_PRIVATE_HOSTS),
    /** Folders that merchants may watch; with `email`, only the merchant to whom that person belongs. */
    importFolders: listOf(environment.BOWERBIRD_IMPORT_FOLDERS).map(importFolderOf),
    trustedProxies: listOf(environment.TRUSTED_PROXIES),
    s3:
      environment.BOWERBIRD_S3_URL &&
      environment.BOWERBIRD_S3_ACCESS_KEY &&
      environment.BOWERBIRD_S3_SECRET_KEY
        ? {
            url: environment.BOWERBIRD_S3_URL,
            region: environment.BOWERBIRD_S3_REGION,
            accessKey: environment.BOWERBIRD_S3_ACCESS_KEY,
            secretKey: environment.BOWERBIRD_S3_SECRET_KEY,
          }
        : undefined,
    simulatorPort: environment.BOWERBIRD_SIMULATOR_PORT,
    practice: environment.BOWERBIRD_PRACTICE === 'on',
    logLevel: environment.LOG_LEVEL,
    metricsPort: environment.METRICS_PORT,
    metricsToken: environment.METRICS_TOKEN,
    keptDays: {
      audit: environment.BOWERBIRD_KEEP_AUDIT_DAYS,
      notices: environment.BOWERBIRD_KEEP_NOTICE_DAYS,
      messages: environment.BOWERBIRD_KEEP_MESSAGE_DAYS,
      sourceChanges: environment.BOWERBIRD_KEEP_SOURCE_CHANGE_DAYS,
    },
    links: linksOf({
      provider: environment.BOWERBIRD_LINK_PROVIDER,
      about: environment.BOWERBIRD_LINK_ABOUT,
      contact: environment.BOWERBIRD_LINK_CONTACT,
      help: environment.BOWERBIRD_LINK_HELP,
      tutorials: environment.BOWERBIRD_LINK_TUTORIALS,
      privacy: environment.BOWERBIRD_LINK_PRIVACY,
      terms: environment.BOWERBIRD_LINK_TERMS,
    }),
    publicUrl: environment.BOWERBIRD_PUBLIC_URL?.replace(/(?<!\/)\/+$/, ''),
    callsPerMinute: {
      person: environment.BOWERBIRD_PERSON_CALLS_PER_MINUTE,
      merchant: environment.BOWERBIRD_MERCHANT_CALLS_PER_MINUTE,
    },
    plansOn: environment.BOWERBIRD_PLANS === 'on',
    stripe:
      environment.STRIPE_SECRET_KEY && environment.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: environment.STRIPE_SECRET_KEY,
            webhookSecret: environment.STRIPE_WEBHOOK_SECRET,
            api: new URL(environment.STRIPE_API_URL),
          }
        : undefined,
    smtp:
      environment.SMTP_URL && environment.MAIL_FROM
        ? { url: environment.SMTP_URL, from: environment.MAIL_FROM }
        : undefined,
    aliyunSms:
      environment.ALIYUN_SMS_KEY_ID && environment.ALIYUN_SMS_KEY_SECRET && environment.ALIYUN_SMS_SIGN_NAME
        ? {
            keyId: environment.ALIYUN_SMS_KEY_ID,
            keySecret: environment.ALIYUN_SMS_KEY_SECRET,
            signName: environment.ALIYUN_SMS_SIGN_NAME,
            templates: new Map(listOf(environment.ALIYUN_SMS_TEMPLATES).map(templateOf)),
            endpoint: environment.ALIYUN_SMS_ENDPOINT.replace(/(?<!\/)\/+$/, ''),
          }
        : undefined,
  }));
export type Config = z.infer<typeof Config>;

/** Parses `activation:SMS_1`, or `SMS_1` alone for codes. */
function templateOf(text: string): [string, string] {
  const [name = '', code] = text.split(':').map((part) => part.trim());
  return code === undefined ? ['code', name] : [name, code];
}

/** Parses `/srv/feeds`, or `ann@example.com=/srv/feeds/ann`. */
function importFolderOf(text: string): { folder: string; email: string | null } {
  const [email = '', ...path] = text.split('=');
  return path.length > 0 && email.includes('@') && !/[/\\]/.test(email)
    ? { folder: path.join('='), email: email.toLowerCase() }
    : { folder: text, email: null };
}

function linksOf(given: Record<LinkName, string | undefined>): Partial<Record<LinkName, string>> {
  return Object.fromEntries(Object.entries(given).filter(([, address]) => address !== undefined));
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * Reads the environment. Throws `CannotStart` naming the variable with a bad value. An empty value counts as missing.
 */
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
