import { useCallback } from 'react';
import type { Text } from '../../lib/text.ts';
import { useText } from '../../lib/text.ts';

/** What was done, in words: a call of the contract or an event of a session. */
export function whatText(text: Text, what: string): string {
  return text.named(`audit.what.${what}`, {}, what);
}

export function useWhat(): (what: string) => string {
  const text = useText();
  return useCallback((what) => whatText(text, what), [text]);
}

/** The plain values of an event as one line: "platform shopify · addresses 3". */
export function fieldsText(text: Text, fields: Record<string, string | number | boolean>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${fieldName(text, name)} ${value}`)
    .join(' · ');
}

export function fieldName(text: Text, name: string): string {
  return text.named(`audit.field.${name}`, {}, name);
}
