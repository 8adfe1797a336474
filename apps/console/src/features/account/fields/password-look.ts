import type { JudgedPassword } from '@bowerbird/contract/account/password-strength';
import type { PlainTextKey } from '../../../lib/text/text.ts';

interface StrengthLook {
  label: PlainTextKey;
  /** Colour of the bar. The label uses the token of the same tone, which is readable on any background. */
  colour: string;
  tone: 'red' | 'amber' | 'green';
  /** How much of the bar is filled. */
  percent: number;
}

/** Appearance of each strength. */
export const strengthLooks: Record<JudgedPassword, StrengthLook> = {
  short: { label: 'user.password.strength.short', colour: '#ff0000', tone: 'red', percent: 10 },
  low: { label: 'user.password.strength.low', colour: '#ff0000', tone: 'red', percent: 33 },
  medium: { label: 'user.password.strength.medium', colour: '#ff7e05', tone: 'amber', percent: 66 },
  strong: { label: 'user.password.strength.strong', colour: '#52c41a', tone: 'green', percent: 99 },
};
