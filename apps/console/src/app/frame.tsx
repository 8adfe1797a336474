import { useRef } from 'react';
import { useSetting } from '../lib/settings.ts';
import { useText } from '../lib/text.ts';
import { ScrollerContext } from '../ui/scroller.ts';
import { useMedia, useNarrow } from '../ui/use-narrow.ts';
import { BottomBar } from './bottom-bar.tsx';
import { useDocumentTitle } from './document-title.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { OfflineLine } from './offline-line.tsx';
import { SideMenu } from './side-menu.tsx';
import { TabBar } from './tab-bar.tsx';
import { TabPages } from './tab-pages.tsx';
import { useTabs } from './tabs-context.ts';
import { useFinishedMark } from './use-finished-mark.ts';
import { useFrameKeys } from './use-frame-keys.ts';
import './frame.css';

/** The signed-in console: menu, header, tabs and the page. */
export function Frame() {
  const text = useText();
  const narrow = useNarrow();
  const medium = useMedia('(max-width: 991.98px)');
  const [sidebar, setSidebar] = useSetting('sidebar_type');
  const [fixedHeader] = useSetting('fixed_header');
  const [contentWidth] = useSetting('content_width');
  const [multiTab] = useSetting('multi_tab');
  const folded = !narrow && (sidebar === 'folded' || (medium && sidebar !== 'unfolded'));
  const scroller = useRef<HTMLDivElement>(null);
  useTitleOfActiveTab();
  useFrameKeys();

  const classes = [
    'frame',
    folded ? 'folded' : '',
    fixedHeader === 'true' || narrow ? 'fixed-head' : '',
    contentWidth === 'Fixed' && !narrow ? 'fixed-width' : '',
  ];
  const showTabs = multiTab !== 'false' && !narrow;
  return (
    <ScrollerContext value={scroller}>
      <div className={classes.filter(Boolean).join(' ')} data-tabs={showTabs || undefined}>
        <a className="skip-link" href="#page">
          {text('frame.skip')}
        </a>
        {!narrow && <SideMenu folded={folded} />}
        <div className="frame-scroll" ref={scroller}>
          <div className="frame-top">
            <Header
              folded={folded}
              onFold={() => setSidebar(folded ? (medium ? 'unfolded' : 'open') : 'folded')}
            />
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
        {narrow && <BottomBar />}
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
