/** How hard a password is to guess, by the score below. `short` is refused; the others are told. */
export type JudgedPassword = 'short' | 'low' | 'medium' | 'strong';

/** The fewest characters a password has. */
export const passwordLengthMin = 6;

/**
 * The score of a password: each character adds 5 divided by how often it has come so far, each class beyond the first
 * (digits, lower case, upper case, other than words) adds 10; without its fraction.
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
