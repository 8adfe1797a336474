import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';

/** Returns the port of a running server's practice shop and store; null if there is none. */
export async function findPracticePort({ dataFolder }: Pick<Config, 'dataFolder'>): Promise<number | null> {
  const text = await readFile(join(dataFolder, 'practice', 'port'), 'utf8').catch(() => '');
  return /^\d{1,5}\s*$/.test(text) ? Number(text) : null;
}
