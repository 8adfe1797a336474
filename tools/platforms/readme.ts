import { exportFormats } from '@bowerbird/contract/products/export';
import { platforms } from '@bowerbird/platforms/all';
import type { Platform } from '@bowerbird/platforms/platform';
import type { Simulated } from './run.ts';

const begin = '<!-- platforms: made by `npm run platforms` from the code, do not edit -->';
const end = '<!-- platforms end -->';

/** Returns the text of README.md with its platform table as the code is now. Throws when its markers are missing. */
export function withPlatformTable(readme: string, simulated: ReadonlyMap<string, Simulated | null>): string {
  const [from, to] = [readme.indexOf(begin), readme.indexOf(end)];
  if (from < 0 || to < from) {
    throw new Error(`README.md needs the lines ${begin} and ${end}`);
  }
  return `${readme.slice(0, from)}${begin}\n${platformTable(simulated)}\n${readme.slice(to)}`;
}

function platformTable(simulated: ReadonlyMap<string, Simulated | null>): string {
  const rows = [...platforms.values()].map((platform) => {
    const cells = [
      platform.name,
      collected(platform, simulated.get(platform.id) ?? null),
      listed(platform),
      filed(platform),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return ['| Platform | Collect | List to a store | Product CSV |', '|---|---|---|---|', ...rows].join('\n');
}

function collected({ collector }: Platform, simulated: Simulated | null): string {
  if (!collector) {
    return '–';
  }
  const scopes = [
    'product',
    'list',
    ...((simulated?.categories.count ?? 0) > 0 ? ['category'] : []),
    'whole shop',
    ...(collector.searchAddress ? ['search'] : []),
  ];
  const ways = [
    ...(collector.readPage ? ['browser plugin'] : []),
    ...(collector.access?.length ? ['your own API connection'] : []),
  ];
  return [scopes.join(', '), ...(ways.length > 0 ? [`also by ${ways.join(' and ')}`] : [])].join('; ');
}

function listed({ lister }: Platform): string {
  if (!lister) {
    return '–';
  }
  return 'create, update, delist, relist, delete';
}

function filed({ id }: Platform): string {
  const formats = exportFormats.filter((format) => format === id || format.startsWith(`${id}-`));
  return formats.length === 0 ? '–' : `${formats.length} header formats (${formats.join(', ')})`;
}
