import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type InlineConfig } from 'vite';

/**
 * Builds the plugin into a folder that a browser loads as it is: the popup and the worker as modules, each page script as one
 * closed file, and beside them what is handed out unchanged. The manifest keeps its `__CONSOLE_ORIGIN__`, which the console
 * fills in on the way out.
 */
const folder = join(import.meta.dirname, '..');
const out = join(folder, 'dist');

/** Page scripts by the name the manifest calls them by. */
const pageScripts = ['hook', 'page'];
const asIs = ['_locales', 'icons', 'manifest.json', 'config.json'];

const shared: InlineConfig = {
  root: folder,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  base: './',
};
const sharedBuild = { outDir: out, sourcemap: false, target: 'chrome120', modulePreload: false } as const;

rmSync(out, { recursive: true, force: true });
await build({
  ...shared,
  build: {
    ...sharedBuild,
    emptyOutDir: true,
    rolldownOptions: {
      input: { popup: join(folder, 'popup.html'), sw: join(folder, 'src/worker/sw.ts') },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name].js',
        assetFileNames: '[name][extname]',
      },
    },
  },
});
for (const name of pageScripts) {
  const input = join(folder, 'src/page', `${name}.ts`);
  if (existsSync(input)) {
    await build({
      ...shared,
      build: {
        ...sharedBuild,
        emptyOutDir: false,
        rolldownOptions: {
          input,
          output: { format: 'iife', entryFileNames: `${name}.js`, codeSplitting: false },
        },
      },
    });
  }
}
for (const name of asIs) {
  cpSync(join(folder, name), join(out, name), { recursive: true });
}
stampVersion();

/** The version stands once, in the package. */
function stampVersion(): void {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = join(out, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
}
