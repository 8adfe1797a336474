import { judgePassword } from '@bowerbird/contract/password-strength';
import { useText } from '../../lib/text.ts';
import { strengthLooks } from './password-look.ts';
import './strength-meter.css';

const segments = [10, 33, 66, 99];

/** Shows how hard a password is to guess: a bar of four segments, a label, and hints for a good password. */
export function StrengthMeter({ password }: { password: string }) {
  const text = useText();
  const look = strengthLooks[judgePassword(password)];
  const word = text(look.label);
  return (
    <div className="strength">
      <div className="strength-bar" data-percent={look.percent} aria-hidden="true">
        {segments.map((from) => (
          <span key={from} style={{ background: look.percent >= from ? look.colour : undefined }} />
        ))}
      </div>
      <p className={`strength-word ${look.tone}`} aria-live="polite">
        {word}
      </p>
      <p className="strength-hint">{text('user.register.password.popover-message')}</p>
    </div>
  );
}
