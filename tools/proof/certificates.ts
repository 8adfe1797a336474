import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { platforms } from '@bowerbird/platforms/all';
import { simulators } from '@bowerbird/simulators/all';
import { withScratchDatabase } from '../bench/scratch-database.ts';

const root = join(import.meta.dirname, '../..');
const page = join(root, 'docs/proofs.md');
const begin = '<!-- certificates: begin -->';
const end = '<!-- certificates: end -->';
const products = 300;

interface Run {
  simulate: string[];
  collect: string[];
}

/**
 * Returns what is collected of each simulated shop: all of it; all of it with unsellable products; and the results of
 * its search.
 */
function runsOf(platform: string): Run[] {
  const simulate = ['simulate', platform, '--products', String(products)];
  const whole: Run = { simulate, collect: [] };
  const odd: Run = { simulate: [...simulate, '--fault', 'odd-products'], collect: [] };
  const found: Run = { simulate, collect: ['--search', 'mug'] };
  return platforms.get(platform)?.collector?.searchAddress ? [whole, odd, found] : [whole, odd];
}

await withScratchDatabase(async (url, folder) => {
  const env = { ...process.env, DATABASE_URL: url, BOWERBIRD_DATA: folder };
  const parts: string[] = [];
  for (const platform of simulators.keys()) {
    const shown: string[] = [];
    for (const run of runsOf(platform)) {
      shown.push(await shownRun(run, env));
      console.log(shown.at(-1));
    }
    parts.push(
      `### ${platforms.get(platform)?.name ?? platform}\n\n\`\`\`text\n${shown.join('\n\n')}\n\`\`\`\n`,
    );
  }
  writeFileSync(
    page,
    withPart(existsSync(page) ? readFileSync(page, 'utf8') : '# Proofs\n', parts.join('\n')),
  );
});

/** Serves and collects the shop by the command line, and returns the output as a person would see it. */
async function shownRun({ simulate, collect }: Run, env: NodeJS.ProcessEnv): Promise<string> {
  const shop = program([...simulate, '--port', '0', '--json'], env);
  const lines = createInterface({ input: shop.stdout as NodeJS.ReadableStream });
  const [line] = (await once(lines, 'line')) as [string];
  const { port } = JSON.parse(line) as { port: number };
  const requested = ['collect', `http://127.0.0.1:${port}/`, ...collect];
  const reader = program(requested, { ...env, BOWERBIRD_ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${port}` });
  let said = '';
  reader.stdout?.on('data', (piece) => {
    said += String(piece);
  });
  reader.stderr?.on('data', (piece) => {
    said += String(piece);
  });
  const [code] = (await once(reader, 'close')) as [number | null];
  shop.kill('SIGTERM');
  await once(shop, 'close');
  const shopLine = [...simulate, '--port', '8901'].join(' ');
  const reported = withoutChanging(said, port);
  return `$ npm run -s bowerbird -- ${shopLine} &\n$ npm run -s bowerbird -- ${requested.join(' ').replace(String(port), '8901')}\n${reported}exit code ${code}`;
}

/** Removes what changes with every run (ports, ids, accounts made at the first start). */
function withoutChanging(said: string, port: number): string {
  return said
    .replaceAll(String(port), '8901')
    .replaceAll(/^.*(?:Administrator|Demo merchant|administrator|password).*\n/gm, '')
    .replaceAll(/^ {2}run .*\n/gm, '')
    .replaceAll(/^ {2}seconds .*\n/gm, '');
}

function program(args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const main = join(root, 'apps/server/src/cli/main.ts');
  return spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

function withPart(text: string, certificates: string): string {
  const part = `${begin}\n\n${certificates}\n${end}`;
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from !== -1 && to > from) {
    return text.slice(0, from) + part + text.slice(to + end.length);
  }
  const head = `## Certificates

Each played shop collected by the command line, as \`npm run proof:certificates\` writes it here: the whole shop, the same with eleven
products of which some cannot be sold, and what its own search finds.
`;
  return `${text.trimEnd()}\n\n${head}\n${part}\n`;
}
