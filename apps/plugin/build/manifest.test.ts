import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pluginId, pluginKey } from '@bowerbird/contract/collect/plugin';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');
const text = readFileSync(join(folder, 'manifest.json'), 'utf8');
const manifest = JSON.parse(text);

describe('the manifest', () => {
  it("bears the key that gives the plugin the id the console's pages ask for", () => {
    const digest = createHash('sha256').update(Buffer.from(manifest.key, 'base64')).digest('hex');
    const id = [...digest.slice(0, 32)]
      .map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)])
      .join('');

    expect(manifest.key).toBe(pluginKey);
    expect(id).toBe(pluginId);
  });

  it('asks for no more than collecting needs', () => {
    expect([...manifest.permissions].sort()).toEqual(['activeTab', 'alarms', 'scripting', 'storage']);
    expect(JSON.stringify(manifest.host_permissions)).not.toMatch(/<all_urls>|\*:\/\/\*|https:\/\/\*\//);
    expect(text).not.toMatch(/"(?:tabs|cookies|webRequest|history)"|unsafe-eval|"update_url"/);
  });

  it('leaves room for the console that hands it out, the only one that may talk to it', () => {
    expect(manifest.externally_connectable).toEqual({ matches: ['__CONSOLE_ORIGIN__/*'] });
    expect(manifest.host_permissions).toContain('__CONSOLE_ORIGIN__/*');
  });

  it('names only files that the build brings', () => {
    for (const icon of Object.values<string>(manifest.icons)) {
      expect(existsSync(join(folder, icon)), icon).toBe(true);
    }
    for (const { js } of manifest.content_scripts) {
      expect(existsSync(join(folder, 'src/page', js[0].replace(/js$/, 'ts'))), js[0]).toBe(true);
    }
  });

  it.each(readdirSync(join(folder, '_locales')))('has its name and description in %s', (language) => {
    const file = join(folder, '_locales', language, 'messages.json');
    const { name, description } = JSON.parse(readFileSync(file, 'utf8'));

    expect(name.message.length).toBeGreaterThan(1);
    // A browser shows no more than 132 characters.
    expect(description.message.length).toBeLessThanOrEqual(132);
  });
});
