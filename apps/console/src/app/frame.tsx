import { lazy, Suspense, useEffect, useRef } from 'react';
import { useSetting, writeSetting } from '../lib/settings.ts';
import { useText } from '../lib/text.ts';
import { ScrollerContext } from '../ui/layout/scroller.ts';
import { useMedia, useNarrow } from '../ui/layout/use-narrow.ts';
import { BottomBar } from './bottom-bar.tsx';
import { useDocumentTitle } from './document-title.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { OfflineLine } from './offline-line.tsx';
import { SideMenu } from './side-menu.tsx';
import { TabBar } from './tab-bar.tsx';
import { TabPages } from './tab-pages.tsx';
import { useTabs } from './tabs-context.ts';
import { TopMenu } from './top-menu.tsx';
import { useFinishedMark } from './use-finished-mark.ts';
import { useFrameKeys } from './use-frame-keys.ts';
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
        <a className="skip-link" href="#page">
          {text('frame.skip')}
        </a>
        <div className="frame-scroll" ref={scroller}>
          <div className="frame-body">
            {!narrow && !onTop && <SideMenu folded={folded} />}
            <div className="frame-column">
              <div className="frame-top">
                <div className={onTop ? 'on-dark frame-head' : 'frame-head'}>
                  <Header folded={folded} onFold={onTop ? null : fold} />
                  {onTop && <TopMenu />}
                </div>
                {showTabs && <TabBar />}
              </div>
              <OfflineLine />
              <main className="frame-page" id="page" tabIndex={-1}>
                <div className="frame-sheet">
                  <TabPages />
                </div>
                <Footer />
              </main>
            </div>
          </div>
        </div>
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
