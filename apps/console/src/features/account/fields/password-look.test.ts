import { judgePassword, passwordScore } from '@bowerbird/contract/account/password-strength';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { strengthLooks } from './password-look.ts';

describe('the strength of a password', () => {
  it.each([
    ['aaaaaa', 12, 'low'],
    ['abcdef', 30, 'low'],
    ['abcdef12', 50, 'low'],
    ['Abcdef12', 60, 'medium'],
    ['Abcdef12!', 75, 'medium'],
    ['Abcdef123!', 80, 'strong'],
    ['Ab1!x', 55, 'short'],
    ['', 0, 'short'],
  ])('of "%s" is scored %i and shown as %s [5.strength-score]', (password, score, judged) => {
    expect(passwordScore(password)).toBe(score);
    expect(judgePassword(password)).toBe(judged);
  });

  it('has a label, a colour and a bar for each step [5.strength-labels]', () => {
    expect(strengthLooks.short).toMatchObject({ label: 'user.password.strength.short', colour: '#ff0000' });
    expect(strengthLooks.low).toMatchObject({
      label: 'user.password.strength.low',
      colour: '#ff0000',
      percent: 33,
    });
    expect(strengthLooks.medium).toMatchObject({
      label: 'user.password.strength.medium',
      colour: '#ff7e05',
      percent: 66,
    });
    expect(strengthLooks.strong).toMatchObject({
      label: 'user.password.strength.strong',
      colour: '#52c41a',
      percent: 99,
    });
  });

  it('never falls when a character is added [5.strength-score]', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1, maxLength: 1 }), (password, more) => {
        expect(passwordScore(password + more)).toBeGreaterThanOrEqual(passwordScore(password));
      }),
    );
  });

  it('counts what is repeated less and less, wherever it stands [5.strength-score]', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', '1', '_', 'é', '你'), { maxLength: 40 }), (letters) => {
        const counts = Map.groupBy(letters, (letter) => letter);
        const sums = [...counts.values()].map((same) =>
          same.reduce((sum, _letter, index) => sum + 5 / (index + 1), 0),
        );
        const classes = [/\d/, /[a-z]/, /[A-Z]/, /\W/].filter((each) => each.test(letters.join(''))).length;
        const whole = sums.reduce((sum, each) => sum + each, Math.max(0, classes - 1) * 10);
        expect(Math.abs(passwordScore(letters.join('')) - whole)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
