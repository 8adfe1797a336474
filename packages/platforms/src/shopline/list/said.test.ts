import { describe, expect, it } from 'vitest';
import { faultsIn, isHeld, isOwnRefusal, wordsIn } from './said.ts';

describe('what a store says of a refusal', () => {
  it.each([
    ['a text', { errors: 'title is too long' }, 'title', 'title is too long'],
    ['a list', { errors: ['images src is too long', 'x'] }, 'images', 'images src is too long; x'],
    [
      'texts by field',
      { errors: { body_html: ['is too long'] } },
      'descriptionHtml',
      'body_html is too long',
    ],
    [
      'texts by a field of a variant',
      { errors: { 'variants[3].compare_at_price': ['is not a number'] } },
      'variants.3.compareAtPrice',
      'variants[3].compare_at_price is not a number',
    ],
    ['the older form', { code: '100', i18nCode: 'X', message: 'No such thing' }, null, 'No such thing'],
    ['nothing', {}, null, ''],
  ])('is read as %s', (_, body, field, words) => {
    const [fault] = faultsIn(422, body);

    expect([fault?.field, wordsIn(body)]).toEqual([field, words]);
  });

  it.each([
    [{ errors: { handle: ['is already taken'] } }, true],
    [{ errors: 'handle is already taken' }, true],
    [{ errors: ['The handle already exists'] }, true],
    [{ message: '商品链接已存在' }, true],
    [{ errors: { title: ['is too long'] } }, false],
  ])('%j tells a held handle: %s', (body, held) => {
    expect(isHeld(body)).toBe(held);
  });

  it.each([[null], ['<html>busy</html>'], [{}], [{ errors: null }], [[]]])(
    '%j is no refusal of the store’s own',
    (body) => {
      expect(isOwnRefusal(body)).toBe(false);
    },
  );
});
