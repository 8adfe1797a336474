import { lazy, Suspense, useEffect, useRef } from 'react';
import { useSetting, writeSetting } from '../../lib/kept/settings.ts';
import { useText } from '../../lib/text/text.ts';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { ScrollerContext } from '../../ui/layout/scroller.ts';
import { useMedia, useNarrow } from '../../ui/layout/use-narrow.ts';
import { useDocumentTitle } from '../document-title.ts';
import { SideMenu } from '../navigation/side-menu.tsx';
import { TopMenu } from '../navigation/top-menu.tsx';
import { useFinishedMark } from '../run-tray/use-finished-mark.ts';
import { useFrameKeys } from '../search/use-frame-keys.ts';
import { TabBar } from '../tabs/tab-bar.tsx';
import { TabPages } from '../tabs/tab-pages.tsx';
import { useTabs } from '../tabs/tabs-context.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { OfflineLine } from './offline-line.tsx';
import { useHiddenHeader } from './use-hidden-header.ts';
import './frame.css';

/** Only in development: a built console does not contain it. */
const SettingsDrawer = import.meta.env.DEV ? lazy(() => import('./settings-drawer.tsx')) : null;

/** The signed-in console: menu, header, tabs and the page. */
export function Frame() {
  const text = useText();
  const narrow = useNarrow();
  const medium = useMedia('(max-width: 991.98px)');
  const [sidebar, setSidebar] = useSetting('sidebar_type');
  const [fixedHeader] = useSetting('fixed_header');
  const [fixedSidebar] = useSetting('fixed_sidebar');
  const [autoHide] = useSetting('auto_hide_header');
  const [layout] = useSetting('layout');
  const [contentWidth] = useSetting('content_width');
  const [multiTab] = useSetting('multi_tab');
  const onTop = layout === 'topmenu' && !narrow;
  const folded = !narrow && (sidebar === 'folded' || (medium && sidebar !== 'unfolded'));
  const scroller = useRef<HTMLDivElement>(null);
  const hidden = useHiddenHeader(scroller, fixedHeader === 'true' && autoHide === 'true');
  useTitleOfActiveTab();
  useFrameKeys();
  useEffect(() => writeSetting('is_mobile', String(narrow)), [narrow]);

  const classes = [
    'frame',
    folded ? 'folded' : '',
    fixedHeader === 'true' || narrow ? 'fixed-head' : '',
    fixedSidebar === 'true' ? 'fixed-side' : '',
    contentWidth === 'Fixed' && !narrow ? 'fixed-width' : '',
    onTop ? 'on-top' : '',
    hidden ? 'head-hidden' : '',
  ];
  const fold = () => setSidebar(folded ? (medium ? 'unfolded' : 'open') : 'folded');
  const showTabs = multiTab !== 'false' && !narrow;
  return (
    <ScrollerContext value={scroller}>
      <div className={classes.filter(Boolean).join(' ')} data-tabs={showTabs || undefined}>
        <Box
          as="a"
          className="skip-link"
          p={[8, 14]}
          radius="m"
          tone="primary-read"
          ground="raised"
          href="#page"
        >
          {text('frame.skip')}
        </Box>
        <Box className="frame-scroll" grow shrink ref={scroller}>
          <Row className="frame-body" minH="100%">
            {!narrow && !onTop && <SideMenu folded={folded} />}
            <Stack grow shrink>
              <Box className="frame-top" rigid ground="canvas">
                <div className={onTop ? 'on-dark frame-head' : 'frame-head'}>
                  <Header folded={folded} onFold={onTop ? null : fold} />
                  {onTop && <TopMenu />}
                </div>
                {showTabs && <TabBar />}
              </Box>
              <OfflineLine />
              <Stack as="main" className="frame-page" shrink ground="bg" id="page" tabIndex={-1}>
                <Box className="frame-sheet" shrink w="100%">
                  <TabPages />
                </Box>
                <Footer />
              </Stack>
            </Stack>
          </Row>
        </Box>
        {narrow && <BottomBar />}
        {SettingsDrawer !== null && !narrow && (
          <Suspense fallback={null}>
            <SettingsDrawer />
          </Suspense>
        )}
      </div>
    </ScrollerContext>
  );
}

function useTitleOfActiveTab() {
  const { state, commands } = useTabs();
  const active = state.tabs.find(({ id }) => id === state.activeId);
  const mark = useFinishedMark();
  useDocumentTitle(active === undefined ? null : commands.titleOf(active), mark);
}
