import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { findSignedIn } from '../../src/account/sessions.ts';
import { openAudit } from '../../src/audit/record.ts';
import { backUp } from '../../src/backup/back-up.ts';
import { allRows, scratchFolder, withClient } from '../../src/backup/testing.ts';
import { openMetrics } from '../../src/http/condition/metrics.ts';
import { openLog } from '../../src/log/log.ts';
import { messagesInto } from '../../src/messages/messages.ts';
import { openSeal } from '../../src/seal/key-folder.ts';
import { testDatabase } from '../database/database.ts';
import { startSmtp } from '../network/smtp-server.ts';
import { oneOfEverything, wholeApi } from '../one-of-everything/one-of-everything.ts';
import { dayWithSecrets } from './day.ts';
import { findSecrets, type Secrets, type Texts } from './search.ts';

const { db, adminUrl } = await testDatabase();
const smtp = await startSmtp();
const configured = {
  'the password of the mail server': 'Smtp-Seed/9+x=1',
  'the key of the text messages': 'aliyun-seed-secret-55',
  'the key of the cards': 'sk_live_seed_0123456789',
  'the key of the notices of cards': 'whsec_seed_0123456789',
  'the token of the figures': 'figures-seed-of-24-signs-0',
};
let secrets: Secrets = configured;
const texts: Texts = {};
const logged: string[] = [];

beforeAll(async () => {
  const log = openLog({ logLevel: 'trace' }, undefined, { write: (line) => void logged.push(line) });
  const metrics = await openMetrics('127.0.0.1', 0, configured['the token of the figures']);
  const audit = openAudit({ db, log, findSignedIn: (token) => findSignedIn(db, token) });
  const links: string[] = [];
  const api = await wholeApi(db, {
    environment: {
      LOG_LEVEL: 'trace',
      BOWERBIRD_PUBLIC_URL: 'https://bower.example',
      SMTP_URL: `smtp://mailer:${encodeURIComponent(configured['the password of the mail server'])}@127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'Bowerbird <no-reply@bower.example>',
      ALIYUN_SMS_KEY_ID: 'key',
      ALIYUN_SMS_KEY_SECRET: configured['the key of the text messages'],
      ALIYUN_SMS_SIGN_NAME: 'Bowerbird',
      ALIYUN_SMS_TEMPLATES: 'SMS_1',
      METRICS_TOKEN: configured['the token of the figures'],
      STRIPE_SECRET_KEY: configured['the key of the cards'],
      STRIPE_WEBHOOK_SECRET: configured['the key of the notices of cards'],
    },
    services: async (config) => {
      const seal = await openSeal(config.dataFolder);
      const outbox = messagesInto({ db, seal, config });
      return {
        log,
        seal,
        messages: {
          send: async (message, inside) => {
            links.push('link' in message.values ? message.values.link : '');
            await outbox.send(message, inside);
          },
        },
      };
    },
    audit,
    prepare: (app) => metrics.watch(app),
  });
  const { dataFolder } = api.services.config;
  const day = await dayWithSecrets(api, await oneOfEverything(api), async (work) => {
    const rename = (from: string, to: string) =>
      withClient(adminUrl, (client) => client.query(`alter table ${from} rename to ${to}`));
    await rename('session', 'session_gone');
    await work().finally(() => rename('session_gone', 'session'));
  });
  await audit.written();
  const tokens = links.flatMap((link) => /[?&]token=([^&]{20,})/.exec(link)?.[1] ?? []);
  expect(tokens.length, 'letters with a link that opens something').toBeGreaterThan(0);
  secrets = {
    ...configured,
    ...day.secrets,
    ...Object.fromEntries(tokens.map((token, at) => [`the link of letter ${at}`, token])),
    'the password of the database': decodeURIComponent(new URL(adminUrl).password),
    ...keysIn(join(dataFolder, 'keys')),
  };

  Object.assign(texts, day.answers);
  texts['the log'] = logged.join('');
  texts['the metrics'] = await figuresAt(metrics.port);
  await metrics.close();
  await smtp.stop();
  const rows = await withClient(adminUrl, allRows);
  for (const [table, lines] of Object.entries(rows)) {
    texts[`the table ${table}`] = lines.join('\n');
  }
  const file = join(scratchFolder(), 'day.backup');
  await backUp({ url: adminUrl, dataFolder, file, program: '0.1.0' });
  texts['the backup file'] = readFileSync(file, 'latin1');
  for (const [name, text] of filesBut(dataFolder, 'keys')) {
    texts[`the file ${name}`] = text;
  }
});

async function figuresAt(port: number): Promise<string> {
  const authorization = `Bearer ${configured['the token of the figures']}`;
  return await (await fetch(`http://127.0.0.1:${port}/`, { headers: { authorization } })).text();
}

/** Returns the secrets of key files: raw bytes, or base64 in a line of JSON. */
function keysIn(folder: string): Secrets {
  const files = readdirSync(folder).filter((name) => name.endsWith('.key'));
  expect(files).toContain('seal-1.key');
  return Object.fromEntries(
    files.map((name) => {
      const bytes = readFileSync(join(folder, name));
      const secret = /"secret":"([^"]+)"/.exec(bytes.toString('latin1'))?.[1];
      return [`the key ${name}`, secret === undefined ? bytes : Buffer.from(secret, 'base64')];
    }),
  );
}

function filesBut(folder: string, leftOut: string): [string, string][] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== leftOut)
    .flatMap(({ name }) => readdirSync(join(folder, name), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'latin1')]);
}

it('is a whole day: each text that is searched has something in it', () => {
  expect(Object.keys(secrets).length).toBeGreaterThan(30);
  expect(Object.values(secrets).filter((secret) => secret.length < 8)).toEqual([]);
  expect(texts['the log']).toContain('A call failed unexpectedly');
  expect(texts['the log']).toContain('message.provider-refused');
  expect(Object.keys(texts).filter((name) => name.endsWith(': 500'))).toHaveLength(2);
  expect(texts['the metrics']).toContain('bowerbird_http_seconds_count');
  expect(texts['the exported products']).toContain('Handle');
  expect(texts['the audit log as CSV']).toContain('sign-in');
  for (const table of ['user', 'session', 'api_token', 'store', 'source_access', 'outbox', 'audit_event']) {
    expect(texts[`the table ${table}`] ?? texts[`the table "${table}"`], table).not.toBe('');
  }
  expect(Object.keys(texts).filter((name) => / [45]\d\d$/.test(name)).length).toBeGreaterThan(8);
});

it('leaves no secret in logs, answers, exports, tables, metrics, files or what is plain of a backup [asvs 14.2.4] [asvs 16.2.5]', () => {
  expect(findSecrets(secrets, texts)).toEqual([]);
});

it.each([
  ['in plain', (secret: string) => secret],
  ['in JSON', (secret: string) => JSON.stringify({ secret })],
  ['in base64', (secret: string) => Buffer.from(`user:${secret}@`).toString('base64')],
  ['in base64 of addresses', (secret: string) => Buffer.from(`u:${secret}`).toString('base64url')],
  ['percent-encoded', (secret: string) => `https://example.test/?token=${encodeURIComponent(secret)}`],
  ['in hexadecimal', (secret: string) => `\\x${Buffer.from(secret).toString('hex')}`],
])('finds each secret that is written somewhere %s', (_how, write) => {
  for (const [name, secret] of Object.entries(secrets)) {
    if (typeof secret === 'string') {
      const found = findSecrets(
        { [name]: secret },
        { ...texts, 'the log': `${texts['the log']} ${write(secret)}` },
      );

      expect(
        found.map((line) => line.replace(/, .*$/, '')),
        name,
      ).toContain(`${name} in the log`);
    }
  }
});
