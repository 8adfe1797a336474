import { Checkbox, Segmented } from 'antd';
import { useMemo, useRef } from 'react';
import { useSetting } from '../lib/kept/settings.ts';
import { useFormat } from '../lib/text/format.ts';
import type { Language } from '../lib/text/language.ts';
import { languageNames, languages, showLanguage, useTexts } from '../lib/text/language.ts';
import { useText } from '../lib/text/text.ts';
import { Box, Grid, Row, Stack } from '../ui/layout/box.tsx';
import { ScrollerContext } from '../ui/layout/scroller.ts';
import { Text } from '../ui/text/text.tsx';
import { sections } from './sections.ts';
import type { Section, Specimen } from './specimen.ts';
import './gallery.css';

/** For developers of the console: its components in their states. No built console has it. */
export function GalleryPage() {
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <ScrollerContext value={scroller}>
      <div className="gallery" ref={scroller}>
        <Bar />
        <Stack as="main" gap={44} p={[24, 0, 44]}>
          {sections.map((section) => (
            <Folder key={section.folder} section={section} />
          ))}
        </Stack>
      </div>
    </ScrollerContext>
  );
}

/** Switches of language and appearance, and the list of sections. */
function Bar() {
  const { language } = useTexts();
  const [theme, setTheme] = useSetting('nav_theme');
  const [weak, setWeak] = useSetting('weak');
  return (
    <Stack as="header" className="gallery-bar" gap={8} p={[10, 0]} ground="bg" borderBottom>
      <Row wrap align="center" gap={[8, 16]}>
        <Segmented<Language>
          aria-label="Language"
          value={language}
          onChange={(chosen) => void showLanguage(chosen)}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <Segmented
          aria-label="Appearance"
          value={theme === 'realDark' ? 'realDark' : 'light'}
          onChange={setTheme}
          options={[
            { value: 'light', label: 'Light' },
            { value: 'realDark', label: 'Dark' },
          ]}
        />
        <Checkbox checked={weak === 'true'} onChange={({ target }) => setWeak(String(target.checked))}>
          Weak mode
        </Checkbox>
      </Row>
      <Row as="nav" wrap gap={[2, 16]} font="small" aria-label="Sections">
        {sections.map(({ folder }) => (
          <a key={folder} href={`#${folder}`}>
            {folder}
          </a>
        ))}
      </Row>
    </Stack>
  );
}

function Folder({ section }: { section: Section }) {
  const text = useText();
  const format = useFormat();
  const specimens = useMemo(() => section.specimens({ text, format }), [section, text, format]);
  return (
    <Stack as="section" id={section.folder} gap={28} aria-label={section.folder}>
      <Text as="h1" font="title" weight={650}>
        {section.folder}
      </Text>
      {specimens.map((specimen) => (
        <Case key={specimen.name} {...specimen} />
      ))}
    </Stack>
  );
}

function Case({ name, states }: Specimen) {
  return (
    <Stack as="article" id={name} gap={12} shrink aria-label={name}>
      <Text as="h2" font="head" weight={600}>
        <a href={`#${name}`}>{name}</a>
      </Text>
      <Grid gap={16} p={[0, 0, 0, 12]}>
        {Object.entries(states).map(([state, shown]) => (
          <Stack key={state} gap={4} shrink>
            <Text font="caption" tone="t3">
              {state}
            </Text>
            <Box className="gallery-state" shrink>
              {shown}
            </Box>
          </Stack>
        ))}
      </Grid>
    </Stack>
  );
}
