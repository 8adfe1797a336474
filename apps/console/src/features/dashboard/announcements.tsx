import { usePage } from '../../lib/page.ts';
import { useText } from '../../lib/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
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
    <section className="announcements" aria-label={text('workplace.announcements')}>
      {data.announcements.map(({ id, level, text: words, language, link }) => (
        <div key={id} className={`announcement ${level}`}>
          <Icon name={level === 'info' ? 'info' : 'warning'} size={17} />
          <p lang={language}>
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
          </p>
          <button
            type="button"
            className="announcement-close"
            aria-label={text('workplace.announcement.dismiss')}
            title={text('workplace.announcement.dismiss')}
            onClick={() => dismiss.mutate(id)}
          >
            <Icon name="close" size={14} />
          </button>
        </div>
      ))}
    </section>
  );
}
