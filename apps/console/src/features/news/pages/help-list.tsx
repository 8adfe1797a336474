import { ownPages } from '@bowerbird/contract/console-settings';
import type { HelpItem } from '@bowerbird/contract/public-pages';
import { listHelp } from '@bowerbird/contract/public-pages';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useTexts } from '../../../lib/language.ts';
import { useText } from '../../../lib/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';

/** Help articles about the console: tutorials first, then single questions. */
export function HelpList({ tutorialsAlone }: { tutorialsAlone: boolean }) {
  const text = useText();
  const { language } = useTexts();
  const { data, error, refetch } = useQuery({
    queryKey: ['help', language],
    queryFn: ({ signal }) => call(listHelp, {}, { signal }),
  });
  return (
    <div className="article">
      <h1 className="article-title">{text(tutorialsAlone ? 'footer.tutorials' : 'footer.help')}</h1>
      {data !== undefined ? (
        <>
          <Items
            items={data.filter(({ kind }) => kind === 'tutorial')}
            heading={tutorialsAlone ? null : text('footer.tutorials')}
          />
          {tutorialsAlone ? (
            <Link className="public-back" to={ownPages.help}>
              {text('pages.allHelp')}
            </Link>
          ) : (
            <Items items={data.filter(({ kind }) => kind === 'help')} heading={text('pages.questions')} />
          )}
        </>
      ) : error !== null ? (
        <SectionFault failure={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </div>
  );
}

function Items({ items, heading }: { items: readonly HelpItem[]; heading: string | null }) {
  return (
    <section className="public-items">
      {heading !== null && <h2>{heading}</h2>}
      <ul>
        {items.map(({ name, title, summary, language }) => (
          <li key={name} lang={language}>
            <Link className="news-row" to={`${ownPages.help}/${name}`}>
              <span className="news-row-text">
                <span className="news-row-title">{title}</span>
                <span className="news-row-summary">{summary}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
