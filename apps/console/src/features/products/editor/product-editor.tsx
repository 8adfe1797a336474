import type { Product } from '@bowerbird/catalog/product';
import type { ProductDetail } from '@bowerbird/contract/products/products';
import { ConfigProvider } from 'antd';
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { usePageTitle, useUnsavedGuard } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { Box, Grid, Stack } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { AttributesSection } from '../sections/attributes-section.tsx';
import { BasicsSection } from '../sections/basics-section.tsx';
import { CategoriesSection } from '../sections/categories-section.tsx';
import { DescriptionSection } from '../sections/description-section.tsx';
import { ImagesSection } from '../sections/images-section.tsx';
import { OptionsSection } from '../sections/options-section.tsx';
import { PriceTiersSection } from '../sections/price-tiers-section.tsx';
import { SearchSection } from '../sections/search-section.tsx';
import { VariantsSection } from '../variants/variants-section.tsx';
import { KeptDraftLine } from './draft/kept-draft-line.tsx';
import { MeanwhileLine } from './draft/meanwhile-line.tsx';
import { useDraft } from './draft/use-draft.ts';
import { useKeptDraft } from './draft/use-kept-draft.ts';
import { useMeanwhile } from './draft/use-meanwhile.ts';
import { useSave } from './draft/use-save.ts';
import type { Editor } from './editor-context.ts';
import { EditorContext } from './editor-context.ts';
import { EditorHead } from './editor-head.tsx';
import { focusAt } from './focus-at.ts';
import type { FieldIssue, Section } from './product-issues.ts';
import { issuesOf, sectionsOfNew as ofNew, sections } from './product-issues.ts';
import { SectionList, sectionIn } from './section-list.tsx';
import { SideColumn } from './side-column.tsx';
import { useEditorKeys, useOpenCreated, useUndoing } from './use-editor-actions.ts';
import { useWalk } from './use-walk.ts';
import './editor.css';
import '../sections/editor-description.css';
import '../sections/editor-images.css';
import './editor-rows.css';
import '../sections/history.css';
import '../variants/variants.css';

const StoresSection = lazy(() => import('../in-stores/stores-section.tsx'));
const HistorySection = lazy(() => import('../sections/history-section.tsx'));
const PreviewDrawer = lazy(() => import('../preview/preview-drawer.tsx'));
const MergeDrawer = lazy(() => import('./merge-drawer.tsx'));

const shownSections: Record<Exclude<Section, 'history' | 'inStores'>, () => React.ReactNode> = {
  basics: BasicsSection,
  images: ImagesSection,
  description: DescriptionSection,
  options: OptionsSection,
  variants: VariantsSection,
  categories: CategoriesSection,
  seo: SearchSection,
  attributes: AttributesSection,
  priceTiers: PriceTiersSection,
};

interface ProductEditorProps {
  /** Null for a new product. */
  detail: ProductDetail | null;
  /** The editor's initial value. */
  product: Product;
}

/** All fields of one product, with unsaved changes, errors, and what others changed meanwhile. */
export function ProductEditor({ detail, product }: ProductEditorProps) {
  const text = useText();
  const may = useMay();
  const confirm = useConfirm();
  const root = useRef<HTMLDivElement>(null);
  const draft = useDraft(product, detail?.revision ?? 0);
  const [attempted, setAttempted] = useState(detail !== null);
  const created = useRef<string | null>(null);

  const showWrong = (issues: FieldIssue[]) => {
    setAttempted(true);
    const [first] = issues;
    if (first !== undefined) {
      requestAnimationFrame(() => focusAt(root.current, first.path));
    }
  };
  // Loading the newest version and saving depend on each other, so one is reached through a ref.
  const meet = useRef<(by: string | null) => Promise<void>>(() => Promise.resolve());
  const saving = useSave({
    draft,
    id: detail?.id ?? null,
    onWrong: showWrong,
    onSaved: (saved) => {
      if (detail === null) {
        created.current = saved.id;
      }
    },
    onMeanwhile: (by) => meet.current(by),
  });
  const meanwhile = useMeanwhile(draft, detail, saving.saving);
  useEffect(() => {
    meet.current = meanwhile.met;
  });

  const keptDraft = useKeptDraft(draft, detail);
  const mayEdit = detail === null ? may('products', 'add') : may('products', 'edit');
  const checked = useDeferredValue(draft.product);
  const issues = useMemo(
    () => (attempted ? distinctIssues([...issuesOf(checked), ...saving.refused]) : []),
    [attempted, checked, saving.refused],
  );
  const { undoChange, undoing } = useUndoing(detail, meanwhile.receive);
  const editor: Editor = { draft, detail, issues, removed: saving.removed, mayEdit, undoChange, undoing };

  const walk = useWalk(detail?.id ?? null, draft.changes > 0);
  usePageTitle(draft.product.title || (detail === null ? text('products.new') : null));
  useUnsavedGuard(draft.changes, mayEdit ? saving.save : undefined);
  useOpenCreated(created, draft.changes);
  const [previewed, setPreviewed] = useState(false);
  useEditorKeys({ save: saving.save, undo: draft.undo, preview: () => setPreviewed(true) });

  const goTo = (section: Section) =>
    sectionIn(root.current, section)?.scrollIntoView({ block: 'start', behavior: 'auto' });
  const discard = async () => {
    const sure = await confirm({
      title: text('products.discard.title'),
      content: text('products.discard.content', { n: draft.changes }),
      confirm: text('products.discard'),
      danger: true,
    });
    if (sure) {
      draft.discard();
    }
  };
  const shown = detail === null ? ofNew : sections;
  return (
    <EditorContext value={editor}>
      <ConfigProvider componentDisabled={!mayEdit}>
        <div className="page editor" ref={root}>
          <EditorHead
            walk={walk}
            busy={saving.busy}
            onDiscard={() => void discard()}
            onSave={() => void saving.save()}
            onPreview={() => setPreviewed(true)}
          />
          {mayEdit && <KeptDraftLine offer={keptDraft} />}
          <MeanwhileLine meanwhile={meanwhile} />
          <Grid
            className={detail === null ? 'editor-columns alone' : 'editor-columns'}
            columns="128px minmax(0, 1fr) 292px"
            gap={32}
            align="start"
            pt={20}
          >
            <SectionList root={root} sections={shown} onGo={goTo} />
            <Stack className="editor-main" gap={28} shrink>
              {ofNew.map((section) => {
                const Shown = shownSections[section];
                return (
                  <Box
                    as="section"
                    shrink
                    key={section}
                    data-section={section}
                    aria-label={text(`products.section.${section}`)}
                  >
                    <Shown />
                  </Box>
                );
              })}
              {detail !== null && (
                <Box
                  as="section"
                  shrink
                  data-section="inStores"
                  aria-label={text('products.section.inStores')}
                >
                  <SectionHead title={text('products.section.inStores')} />
                  <Suspense fallback={null}>
                    <StoresSection />
                  </Suspense>
                </Box>
              )}
              {detail !== null && (
                <Box as="section" shrink data-section="history" aria-label={text('products.section.history')}>
                  <Suspense fallback={null}>
                    <HistorySection />
                  </Suspense>
                </Box>
              )}
            </Stack>
            {detail !== null && <SideColumn onHistory={() => goTo('history')} />}
          </Grid>
          <Suspense fallback={null}>
            {meanwhile.theirs !== null && <MergeDrawer meanwhile={meanwhile} />}
            {previewed && <PreviewDrawer product={draft.product} onClose={() => setPreviewed(false)} />}
          </Suspense>
        </div>
      </ConfigProvider>
    </EditorContext>
  );
}

/** Returns the errors without duplicates found by both client and server. */
function distinctIssues(issues: FieldIssue[]): FieldIssue[] {
  const byPlace = new Map<string, FieldIssue>();
  for (const issue of issues) {
    const place = `${issue.path.join('.')} ${issue.code}`;
    byPlace.set(place, byPlace.get(place) ?? issue);
  }
  return [...byPlace.values()];
}
