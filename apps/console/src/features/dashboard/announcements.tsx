import { usePage } from '../../lib/page.ts';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { useBoard, useDismiss } from './board-queries.ts';
import './board.css';

/** The operator's announcements, until dismissed. */
export function Announcements() {
  const text = useText();
  const page = usePage();
  const { data } = useBoard();
  const dismiss = useDismiss();
  if (data === undefined || data.announcements.length === 0) {
    return null;
  }
  return (
    <Stack
      as="section"
      className="announcements"
      gap={8}
      mb={16}
      aria-label={text('workplace.announcements')}
    >
      {data.announcements.map(({ id, level, text: words, language, link }) => (
        <Row
          key={id}
          className={`announcement ${level}`}
          align="start"
          gap={10}
          p={[8, 12]}
          radius="l"
          ground="canvas"
        >
          <Icon name={level === 'info' ? 'info' : 'warning'} size={17} />
          <Box as="p" grow shrink anywhere lang={language}>
            <span className="only-read">{text(`workplace.level.${level}`)}</span> {words}
            {link?.startsWith('/') && (
              <button type="button" className="link-button" onClick={() => page.open(link)}>
                {text('workplace.announcement.open')}
              </button>
            )}
            {link?.startsWith('https:') && (
              <a href={link} target="_blank" rel="noopener noreferrer">
                {text('workplace.announcement.open')}
              </a>
            )}
          </Box>
          <Row
            as="button"
            type="button"
            rigid
            p={4}
            radius="s"
            tone="t2"
            hover="t1"
            aria-label={text('workplace.announcement.dismiss')}
            title={text('workplace.announcement.dismiss')}
            onClick={() => dismiss.mutate(id)}
          >
            <Icon name="close" size={14} />
          </Row>
        </Row>
      ))}
    </Stack>
  );
}
