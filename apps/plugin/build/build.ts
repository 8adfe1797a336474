import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type InlineConfig } from 'vite';

/* Builds the plugin into a folder that a browser loads directly: the popup and the worker as modules, each page script
   as one self-contained file, and files copied unchanged. The manifest keeps its `__CONSOLE_ORIGIN__`, which the
   console replaces on download. */
const folder = join(import.meta.dirname, '..');
const out = join(folder, 'dist');

/** Page scripts, by their names in the manifest. */
const pageScripts = ['hook', 'page'];
const asIs = ['_locales', 'icons', 'config.json'];

const made = new Map([
  ...(await bundled({
    input: { popup: join(folder, 'popup.html'), sw: join(folder, 'src/worker/sw.ts') },
    output: {
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name].js',
      assetFileNames: '[name][extname]',
    },
  })),
  ...(await Promise.all(pageScripts.map((name) => pageScript(name)))).flat(),
  ['manifest.json', manifest()],
]);
// Replaces the folder only now: a failed build keeps the previous one.
rmSync(out, { recursive: true, force: true });
for (const [name, content] of made) {
  mkdirSync(dirname(join(out, name)), { recursive: true });
  writeFileSync(join(out, name), content);
}
for (const name of asIs) {
  cpSync(join(folder, name), join(out, name), { recursive: true });
}

function pageScript(name: string) {
  const input = join(folder, 'src/page', `${name}.ts`);
  if (!existsSync(input)) {
    throw new Error(`${input} is not there`);
  }
  return bundled({
    input,
    output: { format: 'iife', entryFileNames: `${name}.js`, codeSplitting: false },
  });
}

/** Returns the files of one build pass, by name. */
async function bundled(
  rolldownOptions: NonNullable<InlineConfig['build']>['rolldownOptions'],
): Promise<[string, string | Uint8Array][]> {
  const result = await build({
    root: folder,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    base: './',
    build: {
      write: false,
      sourcemap: false,
      target: 'chrome120',
      modulePreload: false,
      ...(rolldownOptions && { rolldownOptions }),
    },
  });
  return [result]
    .flat()
    .flatMap((each) => ('output' in each ? each.output : []))
    .map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]);
}

/** Returns the manifest with the version, which is only stated in the package. */
function manifest(): string {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  return `${JSON.stringify({ ...read('manifest.json'), version: read('package.json').version }, null, 2)}\n`;
}
