import { ownPages } from '@bowerbird/contract/console-settings';
import type { OperatorPageName } from '@bowerbird/contract/public-pages';
import { getHelp, getPublicPage } from '@bowerbird/contract/public-pages';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useFormat } from '../../../lib/format.ts';
import type { Language } from '../../../lib/language.ts';
import { useTexts } from '../../../lib/language.ts';
import { useGuestLinks } from '../../../lib/links.ts';
import { useText } from '../../../lib/text.ts';
import { Notice, SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { LanguageMenu } from '../../../ui/form/language-menu.tsx';
import { Logo } from '../../../ui/images/logo.tsx';
import { LinkList } from '../../../ui/text/link-list.tsx';
import { SafeHtml } from '../../../ui/text/safe-html.tsx';
import { HelpList } from './help-list.tsx';
import '../news.css';
import './public-page.css';

/** The operator's page at each address. */
const pages: Record<string, OperatorPageName> = {
  [ownPages.about]: 'about',
  [ownPages.contact]: 'contact',
  [ownPages.privacy]: 'privacy',
  [ownPages.terms]: 'terms',
};

/** Help, tutorials, and the operator's pages: for everyone, signed in or not. */
export default function PublicPage() {
  const text = useText();
  const links = useGuestLinks();
  const { pathname } = useLocation();
  return (
    <div className="public">
      <header className="public-head">
        <Link className="public-logo" to="/">
          <Logo size={24} />
          <span>{text('product.title')}</span>
        </Link>
        <Link className="public-help" to={ownPages.help}>
          {text('footer.help')}
        </Link>
        <LanguageMenu />
      </header>
      <main className="public-main">
        <Content key={pathname} pathname={pathname} />
      </main>
      <footer className="public-foot">
        <LinkList links={links} here />
      </footer>
    </div>
  );
}

function Content({ pathname }: { pathname: string }) {
  useEffect(() => {
    // Another page starts at its top.
    window.scrollTo(0, 0);
  }, []);
  const page = pages[pathname];
  if (page !== undefined) {
    return <OperatorPage name={page} />;
  }
  return pathname === ownPages.help || pathname === ownPages.tutorials ? (
    <HelpList tutorialsAlone={pathname === ownPages.tutorials} />
  ) : (
    <HelpArticle name={pathname.slice(ownPages.help.length + 1)} />
  );
}

function OperatorPage({ name }: { name: OperatorPageName }) {
  const text = useText();
  const format = useFormat();
  const { language } = useTexts();
  const { data, error, refetch } = useQuery({
    queryKey: ['pages', name, language],
    queryFn: ({ signal }) => call(getPublicPage, { params: { name } }, { signal }),
  });
  if (data === undefined) {
    return <Waiting error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Reading
      {...data}
      before={data.isTemplate && <Notice tone="amber">{text('pages.template')}</Notice>}
      facts={
        data.savedAt !== null && text('pages.saved', { day: format.day(data.savedAt), version: data.version })
      }
    />
  );
}

function HelpArticle({ name }: { name: string }) {
  const text = useText();
  const { language } = useTexts();
  const { data, error, refetch } = useQuery({
    queryKey: ['help', name, language],
    queryFn: ({ signal }) => call(getHelp, { params: { name } }, { signal }),
    retry: false,
  });
  return (
    <>
      <Link className="public-back" to={ownPages.help}>
        {text('pages.allHelp')}
      </Link>
      {data === undefined ? <Waiting error={error} onRetry={() => void refetch()} /> : <Reading {...data} />}
    </>
  );
}

function Waiting({ error, onRetry }: { error: Error | null; onRetry(): void }) {
  return error === null ? <SkeletonLines lines={8} /> : <SectionFault failure={error} onRetry={onRetry} />;
}

interface ReadingProps {
  title: string;
  summary: string;
  bodyHtml: string;
  language: Language;
  before?: ReactNode;
  facts?: ReactNode;
}

function Reading({ title, summary, bodyHtml, language, before, facts }: ReadingProps) {
  const navigate = useNavigate();
  return (
    <article className="article">
      {before}
      <div lang={language}>
        <h1 className="article-title">{title}</h1>
        {summary !== '' && <p className="article-summary">{summary}</p>}
        <SafeHtml html={bodyHtml} className="article-body" onPath={(path) => void navigate(path)} />
      </div>
      {facts !== undefined && facts !== false && <p className="article-facts">{facts}</p>}
    </article>
  );
}
