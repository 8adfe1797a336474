import type { Drill, Found } from './drill.ts';
import type { DatabaseServer } from './stage/database.ts';
import { Stage } from './stage/stage.ts';
import { waitAtMost } from './stage/until.ts';

let playing: Stage | null = null;

/** Ends whatever the drill that is played now has opened. */
export async function endPlay(): Promise<void> {
  await playing?.close();
}

/**
 * Plays a drill once, with its defence or without, on a stage that is cleared away afterwards. What it throws is wrong, too; what
 * has not come after `waitMs` milliseconds is waited for no more.
 */
export async function play(
  drill: Drill,
  server: DatabaseServer,
  { without, waitMs }: { without: boolean; waitMs: number },
): Promise<Found> {
  waitAtMost(waitMs);
  const stage = new Stage(server, without ? [drill.defence.without] : []);
  playing = stage;
  try {
    return await drill.run(stage);
  } catch (thrown) {
    return { wrong: [thrown instanceof Error ? thrown.message : String(thrown)], recoveredMs: null };
  } finally {
    await stage.close();
  }
}
