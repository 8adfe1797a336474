import { fieldKeyOf } from '@bowerbird/contract/texts/field-keys';
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import { useMemo } from 'react';
import { useTexts } from './language.ts';
import type { Text } from './text.ts';
import { useText } from './text.ts';

/** A failure by its code, with the values that its message may contain. */
export interface NamedFault {
  code: string;
  params?: Record<string, string | number>;
}

/**
 * Returns the message of a failure in the current language. A message with a value (a host, a limit) has a plain form
 * that is used if the failure has no such value.
 */
export function useFaultText(): (fault: NamedFault) => string {
  const { i18n } = useTexts();
  const text = useText();
  return useMemo(() => (fault) => faultText(text, i18n.messages, fault), [text, i18n]);
}

export function faultText(text: Text, messages: Record<string, unknown>, fault: NamedFault): string {
  const key = `fault.${fault.code}`;
  if (!text.has(key)) {
    return text('fault.unexpected');
  }
  const given = fault.params ?? {};
  // Messages of the fit report choose their wording by the field's own name.
  const params = fault.code.startsWith('fit.') ? given : withFieldWord(text, given);
  const named = argumentsOf(messages[key]).every(
    (name) => Object.hasOwn(params, name) && params[name] !== '',
  );
  return text.named(named ? key : `${key}.plain`, params);
}

/** Replaces a field name by its label; a field without a label is removed, so that the plain form is used. */
function withFieldWord(text: Text, params: Record<string, string | number>): typeof params {
  return 'field' in params ? { ...params, field: fieldWordOf(text, String(params.field)) ?? '' } : params;
}

/** Returns the label of a product's field in the current language, by its path in our model; null if it has none. */
export function fieldWordOf(text: Text, field: string): string | null {
  const key = fieldKeyOf(field, (each) => text.has(each));
  return key === null ? null : text.named(key);
}

/** Returns the names of the values that a compiled text uses. */
export function argumentsOf(message: unknown): string[] {
  return Array.isArray(message) ? [...new Set((message as CompiledMessage).flatMap(namesIn))] : [];
}

function namesIn(token: CompiledMessage[number]): string[] {
  if (typeof token === 'string') {
    return [];
  }
  const [name, , choices] = token;
  const inner =
    typeof choices === 'object' && choices !== null
      ? Object.values(choices).flatMap((choice) => argumentsOf(choice))
      : [];
  return [name, ...inner];
}
