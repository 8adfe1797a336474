import type { AuditEvent } from '@bowerbird/contract/system/audit';
import { useCallback } from 'react';
import type { Format } from '../../lib/text/format.ts';
import type { Text } from '../../lib/text/text.ts';
import { useText } from '../../lib/text/text.ts';

/** Describes what was done: a call of the contract or an event of a session. */
export function whatText(text: Text, what: string): string {
  return text.named(`audit.what.${what}`, {}, what);
}

export function useWhat(): (what: string) => string {
  const text = useText();
  return useCallback((what) => whatText(text, what), [text]);
}

type Event = Pick<AuditEvent, 'what' | 'fields'>;
interface NamedValue {
  name: string;
  value: string;
  /** Means nothing to a reader, but can be searched for. */
  isId: boolean;
}

const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const id = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Prefix of the text keys for a field's values. */
const wordsOf: Record<string, string> = {
  format: 'export.format',
  kind: 'news.kind',
  level: 'workplace.level',
  payment: 'billing.payment',
  scope: 'collect.scope',
  term: 'billing.term',
};

/** Returns an event's plain values as text, without empty ones. */
export function valuesOf(text: Text, format: Format, { what, fields }: Event): NamedValue[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ({
      name: fieldName(text, what, name),
      value: valueText(text, format, name, value),
      isId: typeof value === 'string' && id.test(value),
    }));
}

/** Returns the readable parts as one line: "platform shopify · addresses 3". */
export function fieldsText(text: Text, format: Format, event: Event): string {
  return valuesOf(text, format, event)
    .filter(({ isId }) => !isId)
    .map(({ name, value }) => `${name} ${value}`)
    .join(' · ');
}

function fieldName(text: Text, what: string, name: string): string {
  return text.named(`audit.field.${what}.${name}`, {}, text.named(`audit.field.${name}`, {}, name));
}

function valueText(text: Text, format: Format, name: string, value: string | number | boolean): string {
  switch (typeof value) {
    case 'boolean':
      return text(value ? 'audit.yes' : 'audit.no');
    case 'number':
      return format.number(value);
    default:
      return instant.test(value) ? format.full(value) : text.named(`${wordsOf[name]}.${value}`, {}, value);
  }
}
