/** How hard a password is to guess, by the score below. `short` is rejected; the others are only shown. */
export type JudgedPassword = 'short' | 'low' | 'medium' | 'strong';

/** Minimum length of a password, in characters. */
export const passwordLengthMin = 6;

/**
 * Returns the score of a password: each character adds 5 divided by the number of times it has occurred so far, and
 * each class beyond the first (digits, lower case, upper case, characters outside `\w`) adds 10. The fraction is cut
 * off.
 */
export function passwordScore(password: string): number {
  const seen = new Map<string, number>();
  let score = 0;
  for (const character of password) {
    const times = (seen.get(character) ?? 0) + 1;
    seen.set(character, times);
    score += 5 / times;
  }
  const classes = [/\d/, /[a-z]/, /[A-Z]/, /\W/].filter((each) => each.test(password)).length;
  return Math.trunc(score + Math.max(0, classes - 1) * 10);
}

export function judgePassword(password: string): JudgedPassword {
  if (password.length < passwordLengthMin) {
    return 'short';
  }
  const score = passwordScore(password);
  if (score >= 80) {
    return 'strong';
  }
  return score >= 60 ? 'medium' : 'low';
}
