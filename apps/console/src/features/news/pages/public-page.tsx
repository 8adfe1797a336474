import { ownPages } from '@bowerbird/contract/system/console-settings';
import type { OperatorPageName } from '@bowerbird/contract/system/public-pages';
import { getHelp, getPublicPage } from '@bowerbird/contract/system/public-pages';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { call } from '../../../lib/api/call.ts';
import { useGuestLinks } from '../../../lib/links.ts';
import { useFormat } from '../../../lib/text/format.ts';
import type { Language } from '../../../lib/text/language.ts';
import { useTexts } from '../../../lib/text/language.ts';
import { useText } from '../../../lib/text/text.ts';
import { Notice, SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { LanguageMenu } from '../../../ui/form/language-menu.tsx';
import { Logo } from '../../../ui/images/logo.tsx';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { LinkList } from '../../../ui/text/link-list.tsx';
import { SafeHtml } from '../../../ui/text/safe-html.tsx';
import { Text } from '../../../ui/text/text.tsx';
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
    <Stack className="public" minH="100dvh" ground="bg">
      <Row as="header" className="public-head" align="center" gap={[8, 20]} p={[12, 24]} borderBottom>
        <Row
          as={Link}
          hover="plain"
          inline
          align="center"
          gap={10}
          shrink
          me="auto"
          font="large"
          weight={650}
          tone="t1"
          to="/"
        >
          <Logo size={24} />
          <span>{text('product.title')}</span>
        </Row>
        <Box as={Link} className="public-help" font="small" tone="ink2" to={ownPages.help}>
          {text('footer.help')}
        </Box>
        <LanguageMenu />
      </Row>
      <Box as="main" className="public-main" grow w="100%" maxW={728}>
        <Content key={pathname} pathname={pathname} />
      </Box>
      <Row
        as="footer"
        className="public-foot"
        gap={[6, 20]}
        wrap
        justify="center"
        p={[20, 24, 28]}
        borderTop
        font="caption"
      >
        <LinkList links={links} here />
      </Row>
    </Stack>
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
      <Box as={Link} className="public-back" mb={16} font="small" to={ownPages.help}>
        {text('pages.allHelp')}
      </Box>
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
        <Text as="h1" className="article-title" weight={650} anywhere>
          {title}
        </Text>
        {summary !== '' && (
          <Text as="p" className="article-summary" mb={20} font="large" tone="t2">
            {summary}
          </Text>
        )}
        <SafeHtml html={bodyHtml} className="article-body" onPath={(path) => void navigate(path)} />
      </div>
      {facts !== undefined && facts !== false && (
        <Row as="p" className="article-facts" wrap gap={[4, 14]} m={[8, 0, 20]} font="small" tone="t3">
          {facts}
        </Row>
      )}
    </article>
  );
}
