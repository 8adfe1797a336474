import { type Statement, section } from '../statement.ts';

/** Section 5 of the specification. */
export const messages: readonly Statement[] = section([
  ['5.email-required', 'Email required: Please enter your email!'],
  ['5.email-format', 'Email format: The email address is in the wrong format!'],
  ['5.username-required', 'Username required: Please enter account name or email address'],
  ['5.password-required', 'Password required: Please enter your password!'],
  ['5.passwords-differ', 'Passwords differ: The passwords entered twice do not match!'],
  ['5.password-weak', 'Password strength: The password is not strong enough'],
  ['5.confirm-required', 'Confirm password required: Please confirm your password!'],
  ['5.phone-required', 'Phone required: Please enter your phone number!'],
  ['5.phone-format', 'Phone format: Please enter a valid phone number'],
  ['5.code-required', 'Verification code required: Please enter the verification code!'],
  ['5.password-hint', 'Registration hint: at least 6 characters, avoid easy-to-guess passwords.'],
  ['5.strength-labels', 'Strength labels: strong, medium, low, too short.'],
  [
    '5.strength-score',
    'Strength score: for each character add 5 divided by how often that character repeats; add 10 for each character class beyond the first (digits, lower case, upper case, non-word); truncate to an integer.',
  ],
]);
