import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { cache } from './install.mjs';

/** Location of Shopify's real Admin schema for the tests. */
export const schemaFile = join(cache, 'shopify-admin-2026-10.json.gz');

const packed = '@shopify/dev-mcp@1.16.0';
const member = 'package/dist/data/admin_2026-10.json.gz';
const sha512 =
  'a1b5737c15c47393607ffeda77f0651b4663ff51b97a2fa5f4cdfa1e74f2f60dd80b8f669f7b4f73311dc88f20678cbf962ecdb58b83f8402f9a37501a295be1';

/**
 * Downloads Shopify's real Admin schema once. Without it, a warning is printed, and the tests that need it report that.
 */
export function ensureShopifySchema(say) {
  if (existsSync(schemaFile) && isRight(readFileSync(schemaFile))) {
    return;
  }
  say("Fetching Shopify's Admin schema, once.");
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-schema-'));
  try {
    const schema = fetchInto(folder);
    mkdirSync(cache, { recursive: true });
    writeFileSync(schemaFile, schema);
  } catch (thrown) {
    say(`Warning: Shopify's Admin schema could not be fetched (${thrown.message}); its tests cannot run.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fetchInto(folder) {
  const args = ['pack', packed, '--silent', '--pack-destination', folder];
  const viaNode = process.env.npm_execpath?.endsWith('.js');
  const done = viaNode
    ? spawnSync(process.execPath, [process.env.npm_execpath, ...args], { cwd: folder, encoding: 'utf8' })
    : spawnSync('npm', args, { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' });
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (done.status !== 0 || archive === undefined) {
    throw new Error((done.stderr || done.error?.message || 'npm pack failed').trim().split('\n').at(-1));
  }
  const schema = memberOf(gunzipSync(readFileSync(join(folder, archive))), member);
  if (schema === undefined || !isRight(schema)) {
    throw new Error('what came is not the file that was pinned');
  }
  return schema;
}

/** Returns one file of a tar archive: blocks of 512 bytes, with a header of name and octal size before each file. */
function memberOf(tar, name) {
  for (let at = 0; at + 512 <= tar.length; ) {
    const text = (from, length) => tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 12), 8) || 0;
    if (text(0, 100) === name) {
      return tar.subarray(at + 512, at + 512 + size);
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return undefined;
}

function isRight(bytes) {
  return createHash('sha512').update(bytes).digest('hex') === sha512;
}
