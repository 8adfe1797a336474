import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { avatarBytesMax } from '@bowerbird/contract/account/profile';
import { imageLimits } from '@bowerbird/contract/products/images';
import { describe, expect, it } from 'vitest';
import { ownWords } from '../../apps/server/src/account/passwords/common-passwords.ts';
import { idleHours, sessionDays } from '../../apps/server/src/account/sessions.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8').replaceAll(/\s+/g, ' ');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** Returns the text below a heading, in one line. */
function section(heading: string): string {
  const [, below = ''] = page.split(`\n### ${heading}\n`);
  return (below.split(/\n##/)[0] ?? '').replaceAll(/\s+/g, ' ');
}

describe('docs/security.md says', () => {
  it('how input is checked, and combinations of it [asvs 2.1.1] [asvs 2.1.2]', () => {
    expect(section('Input')).toContain('a zod schema');
    expect(section('Input')).toContain('Combinations are checked');
  });

  it('which limits there are for each and for all [asvs 2.1.3]', () => {
    const config = read('apps/server/src/config/config.ts');
    for (const [setting, value] of [
      ['BOWERBIRD_PERSON_CALLS_PER_MINUTE', 1200],
      ['BOWERBIRD_MERCHANT_CALLS_PER_MINUTE', 3600],
    ]) {
      expect(config).toMatch(new RegExp(`${setting}: .{0,80}default\\(${value}\\)`));
      expect(section('Limits')).toContain(String(value));
    }
  });

  it('which files are taken, how large, and how they are made safe [asvs 5.1.1]', () => {
    const files = section('Files');

    expect(files).toContain(
      `${imageLimits.bytes / 2 ** 20} MB, ${imageLimits.pixels / 1e6} megapixels, ${imageLimits.frames} frames`,
    );
    expect(files).toContain(`${avatarBytesMax / 2 ** 20} MB`);
    expect(files).toContain('rejected with a named error, and nothing of it is kept');
  });

  it('all ways of signing in, and how guessing is bounded without locking anybody out [asvs 6.1.1] [asvs 6.1.3]', () => {
    expect(section('Guessing')).toContain('so that strangers lock nobody out');
    expect(section('Ways of signing in')).toContain('There are no others.');
  });

  it('which words make no password [asvs 6.1.2]', () => {
    expect(section('Passwords')).toContain(`around them: ${ownWords.join(', ')}.`);
  });

  it('how long sessions live, why, and how many there may be [asvs 7.1.1] [asvs 7.1.2]', () => {
    const sessions = section('Sessions');

    expect(sessionDays).toBe(7);
    expect(sessions).toContain('after seven days whatever happens');
    expect(sessions).toContain(`after ${idleHours.once} hours, or ${idleHours.remembered}`);
    expect(sessions).toContain('NIST SP 800-63B');
    expect(sessions).toContain('a hundred sessions');
  });

  it('who may call what and see which field [asvs 8.1.1] [asvs 8.1.2]', () => {
    expect(section('Rights')).toContain('one action on one permission');
    expect(section('Rights')).toContain('Fields: an answer contains what its schema names');
  });

  it('each key and algorithm, and how keys live [asvs 11.1.1] [asvs 11.1.2]', () => {
    const keys = section('Keys and algorithms');

    for (const name of [
      'AES-256-GCM',
      'HMAC-SHA-256',
      'HKDF-SHA-256',
      'Argon2id',
      'TOTP',
      'HMAC-SHA-1',
      'TLS',
    ]) {
      expect(keys).toContain(name);
    }
    expect(keys).toContain('at the latest every year');
    expect(keys).toContain('keys rotate');
  });

  it('what the program connects to [asvs 13.1.1]', () => {
    for (const name of ['PostgreSQL', 'SMTP', 'Alibaba Cloud SMS', 'Stripe', 'Shops and stores']) {
      expect(section('Connections')).toContain(name);
    }
  });

  it('which data is sensitive and what holds for it [asvs 14.1.1] [asvs 14.1.2]', () => {
    for (const level of ['| Secret |', '| Personal |', '| Business |', '| Public |']) {
      expect(section('Data')).toContain(level);
    }
  });

  it('how soon weak and old packages are replaced [asvs 15.1.1]', () => {
    expect(section('Dependencies')).toContain('within 7 days when critical, 30 when high, 90 otherwise');
    expect(read('SECURITY.md')).toContain('within 7 days when critical, 30 when high, 90 otherwise');
  });

  it('what is costly and how it is bounded [asvs 15.1.3]', () => {
    expect(section('Costly calls')).toContain('| Images |');
  });

  it('what is logged where, for whom and for how long [asvs 16.1.1]', () => {
    for (const log of ['standard error', 'audit_event', 'METRICS_PORT', 'BOWERBIRD_KEEP_AUDIT_DAYS']) {
      expect(section('Logs')).toContain(log);
    }
  });
});
