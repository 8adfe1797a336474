import { DatePicker, TimePicker } from 'antd';
import dayjs from 'dayjs';
import 'dayjs/locale/pt-br';
import 'dayjs/locale/zh-cn';
import 'dayjs/locale/zh-tw';

/** First and last day, each as `2026-11-20`. */
export type Days = [first: string, last: string];

interface DateRangeProps {
  id: string;
  label: string;
  value: Days | null;
  onChange(days: Days | null): void;
  ref?(control: { focus(): void } | null): void;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string;
}

/** Chooses two days; antd's own calendar in the current language. */
export function DateRange({ id, label, value, onChange, ...aria }: DateRangeProps) {
  return (
    <DatePicker.RangePicker
      {...aria}
      id={{ start: id, end: `${id}-end` }}
      aria-label={label}
      value={value === null ? null : [dayjs(value[0]), dayjs(value[1])]}
      {...(aria['aria-invalid'] === true ? { status: 'error' } : {})}
      onChange={(days) => {
        const [first, last] = days ?? [];
        onChange(first && last ? [first.format('YYYY-MM-DD'), last.format('YYYY-MM-DD')] : null);
      }}
    />
  );
}

interface OneDayProps {
  label: string;
  /** `2026-11-20`; null for none. */
  value: string | null;
  onChange(day: string | null): void;
}

/** Chooses one day, shown in the console's language and not in the browser's. */
export function OneDay({ label, value, onChange }: OneDayProps) {
  return (
    <DatePicker
      aria-label={label}
      value={value === null ? null : dayjs(value)}
      onChange={(day) => onChange(day ? day.format('YYYY-MM-DD') : null)}
    />
  );
}

interface TimeOfDayProps {
  id: string;
  /** `09:30`. */
  value: string;
  disabled?: boolean;
  onChange(time: string): void;
}

/** Chooses a time of day in steps of five minutes, in 24-hour format in every language. */
export function TimeOfDay({ id, value, disabled = false, onChange }: TimeOfDayProps) {
  return (
    <TimePicker
      id={id}
      format="HH:mm"
      minuteStep={5}
      allowClear={false}
      needConfirm={false}
      disabled={disabled}
      value={dayjs(`2000-01-01T${value}`)}
      onChange={(time) => {
        if (time) {
          onChange(time.format('HH:mm'));
        }
      }}
    />
  );
}
