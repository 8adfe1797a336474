import { z } from 'zod/mini';
import { productEdit } from '../kind.ts';
import { changeText, TextField } from './fields.ts';
import { changeHtmlText } from './replace.ts';

export const LetterCase = z.enum(['upper', 'lower', 'title', 'sentence']);
export type LetterCase = z.infer<typeof LetterCase>;

const words = /\p{L}[\p{L}\p{M}\p{N}'’]*/gu;

/**
 * Returns the text in capitals or small letters, with a capital at each word (`title`) or at each sentence
 * (`sentence`). A word in capitals, such as LED, keeps them there, unless the whole text is in capitals.
 */
export function inCase(text: string, letterCase: LetterCase): string {
  switch (letterCase) {
    case 'upper':
      return text.toUpperCase();
    case 'lower':
      return text.toLowerCase();
    case 'title':
      return softened(text).replaceAll(words, capitalised);
    case 'sentence': {
      let isFirst = true;
      let end = 0;
      return softened(text).replaceAll(words, (word, at: number, whole: string) => {
        const isBeginning = isFirst || /[.!?。！？]\s*$/u.test(whole.slice(Math.max(end, at - 20), at));
        isFirst = false;
        end = at + word.length;
        return isBeginning ? capitalised(word) : isCapitals(word) ? word : word.toLowerCase();
      });
    }
  }
}

function softened(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text;
}

function isCapitals(word: string): boolean {
  return word.length > 1 && word === word.toUpperCase();
}

function capitalised(word: string): string {
  const [first = '', ...rest] = word;
  return first.toUpperCase() + rest.join('');
}

/** Changes the letters of a field; in the description of each stretch of text between tags by itself. */
export const changeCase = productEdit(
  z.strictObject({ kind: z.literal('change-case'), field: TextField, to: LetterCase }),
  (product, edit, scope) =>
    changeText(product, edit.field, scope, (text) =>
      edit.field === 'descriptionHtml'
        ? changeHtmlText(text, (plain) => inCase(plain, edit.to))
        : inCase(text, edit.to),
    ),
);
