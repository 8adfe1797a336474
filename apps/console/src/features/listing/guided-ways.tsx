import { Link } from 'react-router';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Row } from '../../ui/layout/box.tsx';
import './when/when.css';

/** Guided ways that begin before the wizard: a source is collected and claimed first, and then listed. */
export function GuidedWays() {
  const text = useText();
  return (
    <Row as="nav" wrap align="center" gap={[8, 20]} font="small" aria-label={text('schedules.guided')}>
      <span className="quiet">{text('schedules.guided')}</span>
      <Row as={Link} to="/listing/copy" className="guided-way" inline align="center" gap={6} minH={28}>
        <Icon name="copy" />
        {text('schedules.guided.copy')}
      </Row>
      <Row
        as={Link}
        to="/listing/copy?from=wordpress"
        className="guided-way"
        inline
        align="center"
        gap={6}
        minH={28}
      >
        <PlatformMark platform="wordpress" size={18} />
        {text('schedules.guided.wordpress')}
      </Row>
      <Row as={Link} to="/listing/schedules" className="guided-way" inline align="center" gap={6} minH={28}>
        <Icon name="clock" />
        {text('menu.listing.schedules')}
      </Row>
    </Row>
  );
}
