import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { readGiven } from '../command.ts';
import { capture } from './capture.ts';

const folder = mkdtempSync(join(tmpdir(), 'bowerbird-capture-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
vi.stubEnv('BOWERBIRD_DATA', folder);
afterAll(() => vi.unstubAllEnvs());
const written: string[] = [];
vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);

/** A product page of an unknown platform, with its price where no reader looks. */
const page = `<!doctype html><html><head><title>Oak stool</title>
<meta property="og:type" content="product"><meta property="og:title" content="Oak stool">
<meta property="og:image" content="https://shop.example/stool.jpg"><meta name="csrf-token" content="Zk3v9QpL0sWmX7tB2yHd"></head>
<body><h1>Oak stool</h1><div class="amount-box">Today 49,00 €</div><p>Hello, ann@mail.example</p></body></html>`;
const file = join(folder, 'saved.html');
writeFileSync(file, page);

function run(...args: string[]): Promise<number> {
  written.length = 0;
  return capture.run(readGiven(capture, args));
}

it('keeps a page that a browser saved, for nobody else to read, and says where', async () => {
  const code = await run('https://shop.example/stool', '--file', file, '--platform', 'unknown');

  expect(code).toBe(0);
  const [name = ''] = readdirSync(join(folder, 'captures', 'unknown'));
  const path = join(folder, 'captures', 'unknown', name);
  expect(written[0]).toBe(`${path}\n`);
  expect(statSync(path).mode & 0o077).toBe(0);
  const kept = readFileSync(path, 'utf8');
  expect(kept).toContain('49,00 €');
  expect(kept).not.toMatch(/Zk3v9QpL|ann@mail/);
});

it.each([
  [['https://shop.example/stool', '--file', '/nowhere.html'], /cannot be read/],
  [['shop.example/stool'], /Give one whole address/],
  [['https://shop.example/', '--file', file, '--field', 'colour'], /--field takes one of/],
  [['https://shop.example/', '--file', file, '--platform', 'none'], /--platform takes one of/],
  [['https://shop.example/', '--file', file, '--price', '49,00 €'], /--price takes a plain amount/],
])('says what is wrong with %j', async (args, words) => {
  await expect(run(...args)).rejects.toThrow(words);
});

it('says how to capture a page that answers only to browsers', async () => {
  await expect(run('http://127.0.0.1:9/stool')).rejects.toThrow(
    'capture --file saved.html http://127.0.0.1:9/stool',
  );
});
