/** Names of the worker's alarms. */
export type AlarmName = 'deliver' | 'batch';

/**
 * Wakes the worker after the given number of milliseconds, even if it was restarted meanwhile; a packed extension waits
 * at least 30 s.
 */
export async function setAlarm(name: AlarmName, inMs: number): Promise<void> {
  await chrome.alarms.create(name, { when: Date.now() + Math.max(inMs, 0) });
}
