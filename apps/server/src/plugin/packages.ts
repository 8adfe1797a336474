import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Language } from '@bowerbird/contract/account/account';
import { AppError } from '@bowerbird/contract/errors';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { z } from 'zod';

/** The plugin packed for one console, ready to download. */
export interface Package {
  version: string;
  name: string;
  zip: Uint8Array;
  /** In hexadecimal. */
  sha256: string;
  builtAt: Date;
}

const Manifest = z.object({ version: z.string().regex(/^\d+(\.\d+){1,3}$/) });

/** Every file of a zip has this time, so that the same plugin always gives the same bytes. */
const everySince = new Date(1980, 0, 1);
const keptMax = 20;

/**
 * Packs the built plugin for a console: the console's address goes into the manifest, as a match pattern without a
 * port, and with the language into `config.json`. The same plugin for the same console is the same zip, built once.
 */
export class Packages {
  readonly #folder: string;
  readonly #kept = new Map<string, Package>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the package for a console. Throws `plugin.not-built` if there is nothing to pack. */
  packageFor(console: URL, locale: Language): Package {
    const manifestPath = join(this.#folder, 'manifest.json');
    if (!existsSync(manifestPath)) {
      throw new AppError('plugin.not-built', `no plugin in ${this.#folder}`);
    }
    const builtAt = statSync(manifestPath).mtime;
    const key = `${builtAt.getTime()} ${console.origin} ${locale}`;
    const made = this.#kept.get(key) ?? pack(this.#folder, builtAt, console, locale);
    this.#kept.delete(key);
    this.#kept.set(key, made);
    for (const old of [...this.#kept.keys()].slice(0, -keptMax)) {
      this.#kept.delete(old);
    }
    return made;
  }
}

function pack(folder: string, builtAt: Date, console: URL, locale: Language): Package {
  const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8');
  const stamped = manifest.replaceAll('__CONSOLE_ORIGIN__', `${console.protocol}//${console.hostname}`);
  const files = new Map<string, Uint8Array>(
    filesIn(folder).map((path) => [path, readFileSync(join(folder, path))]),
  );
  files.set('manifest.json', strToU8(stamped));
  files.set('config.json', strToU8(`${JSON.stringify({ console: console.origin, locale })}\n`));
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  const zippable: Zippable = Object.fromEntries(sorted);
  const zip = zipSync(zippable, { level: 9, mtime: everySince });
  const { version } = Manifest.parse(JSON.parse(stamped));
  return {
    version,
    name: `bowerbird-plugin-${version}.zip`,
    zip,
    sha256: hash('sha256', zip, 'hex'),
    builtAt,
  };
}

/** Returns the files that the browser runs, without source maps and hidden files. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.endsWith('.map') && !path.split('/').some((part) => part.startsWith('.')));
}
