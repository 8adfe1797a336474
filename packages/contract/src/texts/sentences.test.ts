import { describe, expect, it } from 'vitest';
import { languages } from '../account/account.ts';
import { type ErrorCode, errorCodes } from '../errors.ts';
import { sentenceFor } from './sentences.ts';

describe('the sentence of a failure', () => {
  it.each(languages)('exists for every code in %s, and never shows a bare placeholder', (language) => {
    const bad = (Object.keys(errorCodes) as ErrorCode[]).filter((code) => {
      const sentence = sentenceFor(language, code, {});
      return (
        sentence === code ||
        /[{}]/.test(sentence) ||
        (code !== 'unexpected' && sentence === sentenceFor(language, 'unexpected', {}))
      );
    });

    expect(bad).toEqual([]);
  });

  it('names the value where it is known', () => {
    expect(sentenceFor('en-US', 'address.host-not-found', { host: 'shop.example' })).toContain(
      'shop.example',
    );
  });

  it('takes its plain form where the value is blank', () => {
    const plain = sentenceFor('en-US', 'source.price-unreadable', {});

    expect(sentenceFor('en-US', 'source.price-unreadable', { value: ' ' })).toBe(plain);
    expect(plain).not.toMatch(/^\s|\{/);
  });
});
