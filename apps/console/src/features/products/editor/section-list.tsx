import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { useScroller } from '../../../ui/layout/scroller.ts';
import { useEditor } from './editor-context.ts';
import type { Section } from './product-issues.ts';
import { sectionOf } from './product-issues.ts';

interface SectionListProps {
  /** The editor's own element; pages of other tabs are in the document, too. */
  root: RefObject<HTMLElement | null>;
  sections: readonly Section[];
  onGo(section: Section): void;
}

/** The sections of the editor: the one in view is marked, a red count shows errors. */
export function SectionList({ root, sections, onGo }: SectionListProps) {
  const text = useText();
  const { issues } = useEditor();
  const current = useSectionInView(root, sections);
  return (
    <Stack as="nav" className="editor-sections" gap={2} font="small" aria-label={text('products.sections')}>
      {sections.map((section) => {
        const wrong = issues.filter(({ path }) => sectionOf(path) === section).length;
        return (
          <Row
            as="button"
            align="center"
            justify="between"
            gap={6}
            minH={32}
            p={[4, 10]}
            radius="m"
            tone="t2"
            key={section}
            type="button"
            aria-current={section === current ? 'true' : undefined}
            onClick={() => onGo(section)}
          >
            <span className="cut" title={text(`products.section.${section}`)}>
              {text(`products.section.${section}`)}
            </span>
            {wrong > 0 && (
              <Box as="span" rigid font="caption" weight={600} tone="red">
                {wrong}
                <span className="only-read"> {text('products.sections.wrong')}</span>
              </Box>
            )}
          </Row>
        );
      })}
    </Stack>
  );
}

/** Returns the last section whose heading has passed the upper third of the page. */
function useSectionInView(root: RefObject<HTMLElement | null>, sections: readonly Section[]): Section {
  const scroller = useScroller();
  const [current, setCurrent] = useState<Section>('basics');
  useEffect(() => {
    const outer = scroller.current;
    if (outer === null) {
      return;
    }
    const look = () => {
      const line = outer.getBoundingClientRect().top + Math.min(220, outer.clientHeight / 3);
      const passed = sections.filter((section) => {
        const top = sectionIn(root.current, section)?.getBoundingClientRect().top;
        return top !== undefined && top <= line;
      });
      const atEnd = outer.scrollTop > 0 && outer.scrollTop + outer.clientHeight >= outer.scrollHeight - 4;
      setCurrent((atEnd ? sections.at(-1) : passed.at(-1)) ?? 'basics');
    };
    look();
    outer.addEventListener('scroll', look, { passive: true });
    return () => outer.removeEventListener('scroll', look);
  }, [scroller, root, sections]);
  return current;
}

export function sectionIn(root: HTMLElement | null, section: Section): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-section="${section}"]`) ?? null;
}
