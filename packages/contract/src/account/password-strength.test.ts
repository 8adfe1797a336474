import { expect, it } from 'vitest';
import { judgePassword, passwordScore } from './password-strength.ts';

it('scores a password by how its characters repeat and how many classes it mixes [5.strength-score]', () => {
  const scores = ['', 'aaaaaa', 'abcdef', 'abcdef12', 'Abcdef12', 'Abcdef12!', 'Abcdef123!'].map(
    passwordScore,
  );

  expect(scores).toEqual([0, 12, 30, 50, 60, 75, 80]);
});

it('calls it too short, low, medium or strong [5.strength-labels]', () => {
  const judged = ['Ab1!x', 'aaaaaa', 'abcdef12', 'Abcdef12', 'Abcdef123!'].map(judgePassword);

  expect(judged).toEqual(['short', 'low', 'low', 'medium', 'strong']);
});
