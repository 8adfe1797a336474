import type { Language } from '../language.ts';

/** Returns the time zone of this browser. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns the local time of a zone at an instant: `2026-11-21T09:30:00`. */
export function shownThere(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(new Date(instant))
    .replace(' ', 'T');
}

/** Returns the instant whose local time here equals that zone's local time at the given instant. */
export function clockThere(instant: string, timeZone: string): string {
  return new Date(shownThere(instant, timeZone)).toISOString();
}

/** Returns the zone's name in the language: "China Time". */
export function zoneText(language: Language, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zoneName(timeZone);
}

/** Returns a zone's place as people write it: "New York". */
export function zoneName(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}
