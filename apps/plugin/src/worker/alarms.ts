/** Names of what the worker is woken for. */
export type AlarmName = 'deliver' | 'batch';

/** Wakes a worker after so many milliseconds, whichever worker that is then; a packed extension waits at least 30 s. */
export async function setAlarm(name: AlarmName, inMs: number): Promise<void> {
  await chrome.alarms.create(name, { when: Date.now() + Math.max(inMs, 0) });
}
