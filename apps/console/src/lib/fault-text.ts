import { fieldKeyOf } from '@bowerbird/contract/field-keys';
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';
import { useMemo } from 'react';
import { useTexts } from './language.ts';
import type { Text } from './text.ts';
import { useText } from './text.ts';

/** A failure by its code, with the values its sentence may name. */
export interface NamedFault {
  code: string;
  params?: Record<string, string | number>;
}

/**
 * The sentence of a failure in the language shown. A sentence that names a value (a host, a limit) has a plain
 * form that is used when the failure came without it.
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
  // Sentences of the fit report choose their words by the field's own name.
  const params = fault.code.startsWith('fit.') ? given : withFieldWord(text, given);
  const named = argumentsOf(messages[key]).every(
    (name) => Object.hasOwn(params, name) && params[name] !== '',
  );
  return text.named(named ? key : `${key}.plain`, params);
}

/** A field is shown by its word; one without a word is left out, so that the plain form is taken. */
function withFieldWord(text: Text, params: Record<string, string | number>): typeof params {
  return 'field' in params ? { ...params, field: fieldWordOf(text, String(params.field)) ?? '' } : params;
}

/** What a field of a product is called in the language shown, by its path with us; null where it has no word. */
export function fieldWordOf(text: Text, field: string): string | null {
  const key = fieldKeyOf(field, (each) => text.has(each));
  return key === null ? null : text.named(key);
}

/** Names of the values that a compiled text asks for. */
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
