import type faults from '@bowerbird/contract/faults/zh-CN.json';
import type fileFaults from '@bowerbird/contract/file-faults/zh-CN.json';
import type { I18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { createElement, Fragment, useMemo } from 'react';
import type access from '../../locales/zh-CN/access.json';
import type account from '../../locales/zh-CN/account.json';
import type billing from '../../locales/zh-CN/billing.json';
import type bin from '../../locales/zh-CN/bin.json';
import type boards from '../../locales/zh-CN/boards.json';
import type box from '../../locales/zh-CN/box.json';
import type bulkEdit from '../../locales/zh-CN/bulk-edit.json';
import type calculator from '../../locales/zh-CN/calculator.json';
import type collect from '../../locales/zh-CN/collect.json';
import type copying from '../../locales/zh-CN/copying.json';
import type dashboard from '../../locales/zh-CN/dashboard.json';
import type edits from '../../locales/zh-CN/edits.json';
import type exported from '../../locales/zh-CN/export.json';
import type frame from '../../locales/zh-CN/frame.json';
import type grid from '../../locales/zh-CN/grid.json';
import type guest from '../../locales/zh-CN/guest.json';
import type imported from '../../locales/zh-CN/import.json';
import type life from '../../locales/zh-CN/life.json';
import type listing from '../../locales/zh-CN/listing.json';
import type marks from '../../locales/zh-CN/marks.json';
import type news from '../../locales/zh-CN/news.json';
import type notifications from '../../locales/zh-CN/notifications.json';
import type outbox from '../../locales/zh-CN/outbox.json';
import type ownAccount from '../../locales/zh-CN/own-account.json';
import type platforms from '../../locales/zh-CN/platforms.json';
import type plugin from '../../locales/zh-CN/plugin.json';
import type products from '../../locales/zh-CN/products.json';
import type provenance from '../../locales/zh-CN/provenance.json';
import type queues from '../../locales/zh-CN/queues.json';
import type recollect from '../../locales/zh-CN/recollect.json';
import type results from '../../locales/zh-CN/results.json';
import type rowActions from '../../locales/zh-CN/row-actions.json';
import type rules from '../../locales/zh-CN/rules.json';
import type runs from '../../locales/zh-CN/runs.json';
import type schedules from '../../locales/zh-CN/schedules.json';
import type search from '../../locales/zh-CN/search.json';
import type sources from '../../locales/zh-CN/sources.json';
import type states from '../../locales/zh-CN/states.json';
import type stores from '../../locales/zh-CN/stores.json';
import type system from '../../locales/zh-CN/system.json';
import type tasks from '../../locales/zh-CN/tasks.json';
import type watches from '../../locales/zh-CN/watches.json';
import { hasText, useTexts } from './language.ts';
import type { TextValuesByKey } from './text-values.ts';

/** Keys of all texts of the console; a key that zh-CN does not contain does not compile. */
export type TextKey =
  | keyof typeof access
  | keyof typeof account
  | keyof typeof billing
  | keyof typeof bin
  | keyof typeof boards
  | keyof typeof box
  | keyof typeof bulkEdit
  | keyof typeof calculator
  | keyof typeof collect
  | keyof typeof copying
  | keyof typeof dashboard
  | keyof typeof edits
  | keyof typeof exported
  | keyof typeof faults
  | keyof typeof fileFaults
  | keyof typeof frame
  | keyof typeof grid
  | keyof typeof guest
  | keyof typeof imported
  | keyof typeof life
  | keyof typeof listing
  | keyof typeof outbox
  | keyof typeof notifications
  | keyof typeof ownAccount
  | keyof typeof marks
  | keyof typeof news
  | keyof typeof plugin
  | keyof typeof products
  | keyof typeof queues
  | keyof typeof provenance
  | keyof typeof recollect
  | keyof typeof rules
  | keyof typeof schedules
  | keyof typeof results
  | keyof typeof rowActions
  | keyof typeof runs
  | keyof typeof platforms
  | keyof typeof search
  | keyof typeof sources
  | keyof typeof states
  | keyof typeof stores
  | keyof typeof system
  | keyof typeof tasks
  | keyof typeof watches;

/** Keys of the texts without values, for tables of keys. */
export type PlainTextKey = Exclude<TextKey, keyof TextValuesByKey>;

/** Values of a text. Numbers are grouped as in the language: 12,408 or 12.408. */
export type TextValues = Record<string, string | number>;

/** The values that a text needs; of several possible texts, those of each. */
type ValuesOf<Key extends TextKey> = Intersection<
  Key extends keyof TextValuesByKey ? TextValuesByKey[Key] : never
>;

/** The same values for a rich text: whatever is shown may be an element; a number that selects a form stays one. */
type RichValues<Values> = {
  [Name in keyof Values]: Values[Name] extends number ? number : ReactNode;
};

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The arguments after a key: none if its text contains no values. */
type ValuesAfter<Key extends TextKey> = [Key] extends [PlainTextKey] ? [] : [values: ValuesOf<Key>];
type RichValuesAfter<Key extends TextKey> = [Key] extends [PlainTextKey]
  ? []
  : [values: RichValues<ValuesOf<Key>>];

export interface Text {
  /** Returns the text of a key. Its values are exactly those that the text contains. */
  <Key extends TextKey>(key: Key, ...values: ValuesAfter<Key>): string;
  /** Returns a text whose values are elements; `<b>` in the text makes its content bold. */
  rich<Key extends TextKey>(key: Key, ...values: RichValuesAfter<Key>): ReactNode;
  /**
   * Returns the text of a key that came from outside, such as a menu title; the key itself, or `otherwise`, if there is
   * none.
   */
  named(key: string, values?: TextValues, otherwise?: string): string;
  has(key: string): boolean;
}

/** Returns the texts of the current language. */
export function useText(): Text {
  const { i18n, shown } = useTexts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other texts need a new function, so that memoised readers see it.
  return useMemo(() => textOf(i18n), [i18n, shown]);
}

/** Returns a language's texts as a function, for use outside components. */
export function textOf(i18n: I18n): Text {
  const plain = (key: string, values?: TextValues) => i18n._(key, values && grouped(values, i18n.locale));
  const has = (key: string) => hasText(i18n, key);
  const text = Object.assign((key: TextKey, values?: TextValues) => plain(key, values), {
    rich: (key: TextKey, values: Record<string, ReactNode> = {}) => richText(plain, key, values),
    named: (key: string, values?: TextValues, otherwise?: string) =>
      has(key) ? plain(key, values) : (otherwise ?? key),
    has,
  });
  // Which values a key needs is checked where a text is requested; here they are any.
  return text as Text;
}

function grouped(values: TextValues, locale: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? new GroupedNumber(value, locale) : value,
    ]),
  );
}

/** A number that works with plural rules and is formatted with digit groups in a sentence. */
class GroupedNumber {
  readonly value: number;
  readonly locale: string;

  constructor(value: number, locale: string) {
    this.value = value;
    this.locale = locale;
  }

  [Symbol.toPrimitive](hint: string): string | number {
    if (hint === 'default') {
      return new Intl.NumberFormat(this.locale).format(this.value).replace('-', '\u2212');
    }
    return hint === 'number' ? this.value : String(this.value);
  }
}

const mark = '\u0001';

function richText(
  plain: (key: string, values: TextValues) => string,
  key: string,
  values: Record<string, ReactNode>,
): ReactNode {
  const names = Object.keys(values);
  const marked = Object.fromEntries(
    names.map((name) => {
      const value = values[name];
      return [name, typeof value === 'number' ? value : `${mark}${name}${mark}`];
    }),
  );
  const fill = (piece: string) =>
    piece
      .split(mark)
      .map((part, index) => createElement(Fragment, { key: index }, index % 2 === 1 ? values[part] : part));
  return plain(key, marked)
    .split(/<b>(.*?)<\/b>/)
    .map((piece, index) =>
      index % 2 === 1
        ? createElement('b', { key: index }, fill(piece))
        : createElement(Fragment, { key: index }, fill(piece)),
    );
}
