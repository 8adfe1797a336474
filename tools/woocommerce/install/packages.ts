import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Programs, and the Debian packages that contain them. */
const needed: readonly (readonly [file: string, packages: readonly string[]])[] = [
  ['/usr/share/wordpress/wp-load.php', ['wordpress', 'wordpress-theme-twentytwentytwo']],
  ['/usr/sbin/mariadbd', ['mariadb-server']],
  ['/usr/sbin/nginx', ['nginx-light']],
  ['/usr/bin/openssl', ['openssl']],
  ['/usr/bin/php', ['php-cli']],
];
const phpModules = {
  mysqli: 'php-mysql',
  gd: 'php-gd',
  curl: 'php-curl',
  dom: 'php-xml',
  mbstring: 'php-mbstring',
  intl: 'php-intl',
  zip: 'php-zip',
};

/** Location of the parts that every store needs. */
export const wordpressFolder = '/usr/share/wordpress';

/** Installs missing Debian packages if this program may; else prints what to install. */
export function installPackages(): void {
  const files = needed.flatMap(([file, packages]) => (existsSync(file) ? [] : packages));
  const missing = [...files, ...(fpmProgram() === null ? ['php-fpm'] : []), ...missingModules()];
  if (missing.length === 0) {
    return;
  }
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0) {
    throw new Error(`Programs are missing. Install them first: ${command}`);
  }
  console.error(`Installing ${missing.join(', ')}.`);
  execFileSync('sh', ['-c', command], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** Returns PHP's process manager, whose name contains its version; null if there is none. */
export function fpmProgram(): string | null {
  const versions = ['8.4', '8.3', '8.2', '8.1', '8.5'];
  return versions.map((version) => `/usr/sbin/php-fpm${version}`).find((file) => existsSync(file)) ?? null;
}

function missingModules(): string[] {
  const known = existsSync('/usr/bin/php') ? execFileSync('/usr/bin/php', ['-m'], { encoding: 'utf8' }) : '';
  const there = new Set(known.toLowerCase().split('\n'));
  return Object.entries(phpModules).flatMap(([module, name]) => (there.has(module) ? [] : [name]));
}
