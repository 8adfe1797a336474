import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newerWordpress } from './newer-wordpress.ts';
import { wordpressFolder } from './packages.ts';
import type { PluginSource } from './sources.ts';

/** A folder of WordPress, and the version that it states. */
export interface Wordpress {
  folder: string;
  version: string;
}

/**
 * Returns the WordPress for a plugin: the one that contains the plugin; else Debian's own, if that is new enough; else
 * that of Debian's unstable release, unpacked below `root`.
 */
export function wordpressFor({ plugin, needsWordpress }: PluginSource, root: string): Wordpress {
  const around = wordpressAt(resolve(plugin, '../../..'));
  const packaged = wordpressAt(wordpressFolder);
  if (around) {
    return around;
  }
  if (packaged && isNewEnough(packaged.version, needsWordpress)) {
    return packaged;
  }
  const newer = wordpressAt(newerWordpress(root));
  if (newer === null || !isNewEnough(newer.version, needsWordpress)) {
    throw new Error(
      `WooCommerce at ${plugin} needs WordPress ${needsWordpress}: name a plugin folder that stands in one.`,
    );
  }
  return newer;
}

function wordpressAt(folder: string): Wordpress | null {
  const file = join(folder, 'wp-includes/version.php');
  const version = existsSync(file)
    ? /\$wp_version = '([^']+)'/.exec(readFileSync(file, 'utf8'))?.[1]
    : undefined;
  return version === undefined ? null : { folder, version };
}

function isNewEnough(version: string, needed: string): boolean {
  return version.localeCompare(needed, 'en', { numeric: true }) >= 0;
}
