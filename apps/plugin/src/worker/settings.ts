import type { Language } from '@bowerbird/contract/account/account';
import { languages } from '@bowerbird/contract/account/account';
import { z } from 'zod/mini';

const Settings = z.object({
  /** Origin of the console from which the plugin was downloaded; null if none was filled in. */
  console: z.catch(z.nullable(z.string()), null),
  locale: z.catch(z.nullable(z.enum(languages)), null),
  /** All waits are multiplied by it. */
  speed: z.catch(z.number().check(z.positive(), z.maximum(1)), 1),
});
export type Settings = z.infer<typeof Settings>;

/** Reads `config.json` next to the manifest, as filled in by the console on download. */
export async function readSettings(): Promise<Settings> {
  try {
    const response = await fetch(chrome.runtime.getURL('config.json'));
    // biome-ignore lint/plugin: a file of the plugin's own, or of its console
    return z.parse(Settings, await response.json());
  } catch {
    return { console: null, locale: null, speed: 1 };
  }
}

/** Returns our language closest to the browser's own. */
export function nearestLanguage(tag: string): Language {
  const name = tag.toLowerCase().replace('_', '-');
  if (name.startsWith('zh')) {
    return /tw|hk|mo|hant/.test(name) ? 'zh-TW' : 'zh-CN';
  }
  return name.startsWith('pt') ? 'pt-BR' : 'en-US';
}
