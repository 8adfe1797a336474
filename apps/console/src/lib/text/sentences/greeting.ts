import type { PlainTextKey } from '../text.ts';

/** Returns the greeting for an hour (0 to 23). */
export function greetingOf(hour: number): PlainTextKey {
  if (hour < 9) {
    return 'greeting.morning';
  }
  if (hour <= 11) {
    return 'greeting.forenoon';
  }
  if (hour <= 13) {
    return 'greeting.noon';
  }
  return hour < 20 ? 'greeting.afternoon' : 'greeting.evening';
}
