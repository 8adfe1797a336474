import { Link } from 'react-router';
import { useText } from '../../lib/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import './when.css';

/** Guided ways that begin before the wizard: a source is collected and claimed first, and then listed. */
export function GuidedWays() {
  const text = useText();
  return (
    <nav className="guided-ways" aria-label={text('schedules.guided')}>
      <span className="quiet">{text('schedules.guided')}</span>
      <Link to="/listing/copy" className="guided-way">
        <Icon name="copy" />
        {text('schedules.guided.copy')}
      </Link>
      <Link to="/listing/copy?from=wordpress" className="guided-way">
        <PlatformMark platform="wordpress" size={18} />
        {text('schedules.guided.wordpress')}
      </Link>
      <Link to="/listing/schedules" className="guided-way">
        <Icon name="clock" />
        {text('menu.listing.schedules')}
      </Link>
    </nav>
  );
}
