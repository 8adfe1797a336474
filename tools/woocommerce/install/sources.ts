import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Name of a store, by its place in the environment. */
export type StoreName = 'old' | 'new';

/** A store to install: the plugin's folder, and the version that it states. */
export interface PluginSource {
  name: StoreName;
  plugin: string;
  version: string;
  /** The oldest WordPress that the plugin supports, according to its header. */
  needsWordpress: string;
}

/** Input of a run. */
export interface Sources {
  plugins: readonly PluginSource[];
  /** Where the stores are kept between runs; null: in a temporary folder that is deleted with the run. */
  root: string | null;
}

/** The command's message if nothing is named. */
export const whatIsNeeded =
  'Name two WooCommerce plugin folders in WOOCOMMERCE_OLD and WOOCOMMERCE_NEW (one of them is enough), or in WOOCOMMERCE_ROOT a folder ' +
  'in which an earlier run has installed its stores.';

/** Returns the file that marks a store in a root as complete; it contains what `storeOf` needs. */
export const storeFile = (root: string, name: StoreName): string => join(root, `store-${name}.json`);

export function isNothingNamed(environment: NodeJS.ProcessEnv): boolean {
  const { plugins, root } = sourcesIn(environment);
  const isInstalled =
    root !== null && (['old', 'new'] as const).some((name) => existsSync(storeFile(root, name)));
  return plugins.length === 0 && !isInstalled;
}

/** Reads what the environment names; throws if a named folder contains no WooCommerce. */
export function sourcesIn(environment: NodeJS.ProcessEnv): Sources {
  const root = environment.WOOCOMMERCE_ROOT ?? '';
  const named = [
    ['old', environment.WOOCOMMERCE_OLD],
    ['new', environment.WOOCOMMERCE_NEW],
  ] as const;
  const given = named.flatMap(([name, plugin]) => (plugin ? [pluginAt(name, plugin)] : []));
  return { plugins: given, root: root === '' ? null : root };
}

function pluginAt(name: StoreName, plugin: string): PluginSource {
  const main = join(plugin, 'woocommerce.php');
  if (!existsSync(main)) {
    throw new Error(`${plugin} holds no WooCommerce: woocommerce.php is not there.`);
  }
  const header = readFileSync(main, 'utf8').slice(0, 4000);
  const field = (title: string) => new RegExp(`${title}:\\s*(\\S+)`).exec(header)?.[1] ?? '0';
  return { name, plugin, version: field('Version'), needsWordpress: field('Requires at least') };
}
