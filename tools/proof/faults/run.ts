import type { Drill, Found } from './drill.ts';
import type { DatabaseServer } from './stage/database.ts';
import { Stage } from './stage/stage.ts';
import { waitAtMost } from './stage/until.ts';

let current: Stage | null = null;

/** Closes everything that the current drill has opened. */
export async function endRun(): Promise<void> {
  await current?.close();
}

/**
 * Runs a drill once, with or without its defense, on a stage that is cleaned up afterwards. An exception counts as
 * wrong, too; results later than `waitMs` milliseconds are not awaited.
 */
export async function run(
  drill: Drill,
  server: DatabaseServer,
  { without, waitMs }: { without: boolean; waitMs: number },
): Promise<Found> {
  waitAtMost(waitMs);
  const stage = new Stage(server, without ? [drill.defence.without] : []);
  current = stage;
  try {
    return await drill.run(stage);
  } catch (thrown) {
    return { wrong: [thrown instanceof Error ? thrown.message : String(thrown)], recoveredMs: null };
  } finally {
    await stage.close();
  }
}
