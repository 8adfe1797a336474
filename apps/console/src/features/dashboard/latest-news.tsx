import { Link } from 'react-router';
import { usePage } from '../../lib/page.ts';
import { useMay } from '../../lib/person/session.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Box, Row } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { useBoard } from './board-queries.ts';
import './board.css';

/** The five newest articles. */
export function LatestNews() {
  const text = useText();
  const format = useFormat();
  const page = usePage();
  const may = useMay();
  const { data } = useBoard();
  if (!may('news', 'query') || data === undefined) {
    return null;
  }
  return (
    <section>
      <SectionHead
        title={text('menu.news')}
        action={
          <button type="button" className="link-button" onClick={() => page.open('/news')}>
            {text('workplace.news.all')}
          </button>
        }
      />
      {data.news.length === 0 && <p className="workplace-none">{text('workplace.news.none')}</p>}
      <ul>
        {data.news.map(({ id, title, language, publishedAt }) => (
          <Row as="li" key={id} className="latest-news" align="baseline" gap={12} p={[8, 0]} borderBottom>
            <Box
              as="time"
              className="caption"
              rigid
              minW={44}
              dateTime={publishedAt}
              title={format.full(publishedAt)}
            >
              {format.day(publishedAt)}
            </Box>
            <Box as={Link} className="cut" tone="ink2" to={`/news/${id}`} lang={language} title={title}>
              {title}
            </Box>
          </Row>
        ))}
      </ul>
    </section>
  );
}
