import type { ListingSchedule, SchedulePlace } from '@bowerbird/contract/listing/schedules';
import { Link } from 'react-router';
import { runPath } from '../../../lib/data/use-runs.tsx';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useTexts } from '../../../lib/text/language.ts';
import { useText } from '../../../lib/text/text.ts';
import type { StateName } from '../../../ui/feedback/state-glyph.tsx';
import { StateGlyph, StateText } from '../../../ui/feedback/state-glyph.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Box, Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { ScheduleActions } from './schedule-actions.tsx';
import { nextText, productsText, timesText } from './schedule-text.ts';

interface ScheduleRowProps {
  schedule: ListingSchedule;
  onEdit(): void;
}

const glyphs: Record<ListingSchedule['state'], StateName> = {
  on: 'scheduled',
  paused: 'paused',
  done: 'complete',
};

/** One schedule: what and when, and its state in each of its stores. */
export function ScheduleRow({ schedule, onEdit }: ScheduleRowProps) {
  const text = useText();
  const { language } = useTexts();
  const { state, name, times, options } = schedule;
  return (
    <Box as="li" p={[16, 0]} borderBottom>
      <Row className="schedule-head" align="start" gap={10}>
        <StateGlyph state={glyphs[state]} />
        <Stack className="schedule-text" grow shrink>
          <Text as="h2" font="body" weight={500} anywhere title={name}>
            {name}
          </Text>
          <span className="caption">
            {[
              text(`schedules.state.${state}`),
              timesText(text, language, times),
              productsText(text, schedule),
              ...(options.delisted === 'show' ? [text('schedules.showingDelisted')] : []),
            ].join(' · ')}
          </span>
        </Stack>
        <ScheduleActions schedule={schedule} onEdit={onEdit} />
      </Row>
      <Stack as="ul" m={[10, 0, 0, 24]} gap={8}>
        {schedule.places.map((place) => (
          <Place key={place.storeId} place={place} />
        ))}
      </Stack>
    </Box>
  );
}

function Place({ place }: { place: SchedulePlace }) {
  const text = useText();
  const format = useFormat();
  const { language } = useTexts();
  const sentence = useFaultText();
  return (
    <Grid
      as="li"
      className="schedule-place"
      oneUnder={768}
      columns="minmax(120px, 1fr) minmax(0, 2fr) minmax(0, 1.2fr)"
      align="start"
      gap={[4, 24]}
      font="small"
    >
      <Row as="span" align="center" gap={8} shrink>
        <PlatformMark platform={place.platform} size={20} />
        <span className="cut">{place.storeName}</span>
      </Row>
      <Stack as="span" shrink>
        <span>{nextText(text, format, language, place)}</span>
        {place.zoneIsOurs && <span className="caption">{text('schedules.zoneIsOurs')}</span>}
        {place.fault !== null && (
          <Row as="span" className="schedule-fault" align="start" gap={6} font="caption" tone="red">
            <StateGlyph state="failed" size={14} />
            {sentence(place.fault)}
          </Row>
        )}
      </Stack>
      <span className="schedule-last">
        <Last last={place.last} />
      </span>
    </Grid>
  );
}

function Last({ last }: { last: SchedulePlace['last'] }) {
  const text = useText();
  const format = useFormat();
  if (last === null) {
    return <span className="caption">{text('schedules.notYet')}</span>;
  }
  const late =
    last.lateSeconds > 0 ? text('schedules.late', { time: format.duration(last.lateSeconds) }) : null;
  const note = [format.relative(last.at), ...(late === null ? [] : [late])].join(' · ');
  if (last.run !== null && last.outcome === 'started') {
    return (
      <Box as={Link} tone="inherit" to={runPath(last.run.id)}>
        <StateText state={last.run.state} note={note} />
      </Box>
    );
  }
  const state = last.outcome === 'refused' ? 'failed' : last.outcome === 'still-going' ? 'held' : 'none';
  const reported = (
    <StateText state={state} note={note}>
      {text(`schedules.outcome.${last.outcome}`)}
    </StateText>
  );
  return last.run === null ? (
    reported
  ) : (
    <Box as={Link} tone="inherit" to={runPath(last.run.id)}>
      {reported}
    </Box>
  );
}
