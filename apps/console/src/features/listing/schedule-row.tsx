import type { ListingSchedule, SchedulePlace } from '@bowerbird/contract/listing-schedules';
import { Link } from 'react-router';
import { useFaultText } from '../../lib/fault-text.ts';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/language.ts';
import { useText } from '../../lib/text.ts';
import { runPath } from '../../lib/use-runs.tsx';
import type { StateName } from '../../ui/feedback/state-glyph.tsx';
import { StateGlyph, StateText } from '../../ui/feedback/state-glyph.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
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
    <li className="schedule-row">
      <div className="schedule-head">
        <StateGlyph state={glyphs[state]} />
        <div className="schedule-text">
          <h2 className="schedule-name" title={name}>
            {name}
          </h2>
          <span className="caption">
            {[
              text(`schedules.state.${state}`),
              timesText(text, language, times),
              productsText(text, schedule),
              ...(options.delisted === 'show' ? [text('schedules.showingDelisted')] : []),
            ].join(' · ')}
          </span>
        </div>
        <ScheduleActions schedule={schedule} onEdit={onEdit} />
      </div>
      <ul className="schedule-places">
        {schedule.places.map((place) => (
          <Place key={place.storeId} place={place} />
        ))}
      </ul>
    </li>
  );
}

function Place({ place }: { place: SchedulePlace }) {
  const text = useText();
  const format = useFormat();
  const { language } = useTexts();
  const sentence = useFaultText();
  return (
    <li className="schedule-place">
      <span className="schedule-store">
        <PlatformMark platform={place.platform} size={20} />
        <span className="cut">{place.storeName}</span>
      </span>
      <span className="schedule-when">
        <span>{nextText(text, format, language, place)}</span>
        {place.zoneIsOurs && <span className="caption">{text('schedules.zoneIsOurs')}</span>}
        {place.fault !== null && (
          <span className="schedule-fault">
            <StateGlyph state="failed" size={14} />
            {sentence(place.fault)}
          </span>
        )}
      </span>
      <span className="schedule-last">
        <Last last={place.last} />
      </span>
    </li>
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
      <Link className="schedule-run" to={runPath(last.run.id)}>
        <StateText state={last.run.state} note={note} />
      </Link>
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
    <Link className="schedule-run" to={runPath(last.run.id)}>
      {reported}
    </Link>
  );
}
