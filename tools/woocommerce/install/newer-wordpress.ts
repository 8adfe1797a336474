import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const packages = [
  'wordpress',
  'wordpress-theme-twentytwentyfive',
  'libphp-phpmailer',
  'php-getid3',
  'libjs-cropper',
  'libjs-jquery',
  'libjs-jquery-ui',
  'libjs-lodash',
  'libjs-underscore',
];
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * Unpacks WordPress of Debian's unstable release below `root` without installing it: from this machine's own mirror,
 * with separate package lists. Returns its folder.
 */
export function newerWordpress(root: string): string {
  const place = join(root, 'newer');
  const unpacked = join(place, 'root');
  const folder = join(unpacked, 'usr/share/wordpress');
  if (existsSync(join(folder, 'wp-load.php'))) {
    return folder;
  }
  for (const each of ['lists/partial', 'cache/archives/partial', 'debs', 'root']) {
    mkdirSync(join(place, each), { recursive: true });
  }
  const list = join(place, 'sources.list');
  writeFileSync(list, `deb [signed-by=${keyring}] ${mirror()} sid main\n`);
  const own = [
    `Dir::Etc::sourcelist=${list}`,
    'Dir::Etc::sourceparts=/dev/null',
    `Dir::State::lists=${join(place, 'lists')}`,
    `Dir::Cache=${join(place, 'cache')}`,
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option]);
  const debs = join(place, 'debs');
  execFileSync('apt-get', [...own, 'update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('apt-get', [...own, 'download', '-qq', ...packages.map((name) => `${name}/sid`)], {
    cwd: debs,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const deb of readdirSync(debs).filter((name) => name.endsWith('.deb'))) {
    execFileSync('dpkg', ['-x', join(debs, deb), unpacked]);
  }
  bendLinks(folder, unpacked);
  return folder;
}

function mirror(): string {
  const places = ['/etc/apt/sources.list', ...below('/etc/apt/sources.list.d')];
  const found = places
    .filter((file) => existsSync(file))
    .map((file) => /https?:\/\/\S+\/debian\/?(?=\s|$)/m.exec(readFileSync(file, 'utf8'))?.[0])
    .find((address) => address !== undefined);
  if (found === undefined) {
    throw new Error(
      'This machine names no mirror of Debian: name a plugin folder that stands in a WordPress.',
    );
  }
  return found;
}

function below(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

/**
 * Redirects links to other packages from the machine's own folders to the unpacked ones beside, and removes those that
 * lead nowhere.
 */
function bendLinks(folder: string, unpacked: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const is = lstatSync(path);
    if (is.isDirectory()) {
      bendLinks(path, unpacked);
    } else if (is.isSymbolicLink()) {
      const target = readlinkSync(path);
      const beside = join(unpacked, target);
      if (target.startsWith('/') && existsSync(beside)) {
        unlinkSync(path);
        symlinkSync(beside, path);
      } else if (!existsSync(path)) {
        unlinkSync(path);
      }
    }
  }
}
