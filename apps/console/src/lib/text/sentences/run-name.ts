import type { Run } from '@bowerbird/contract/runs';
import type { Text } from '../text.ts';
import { stepSentence } from './condition-sentence.ts';

type Named = Pick<Run, 'kind' | 'title' | 'edit' | 'marks' | 'ruleChange' | 'total'>;

/** Returns what a run that edits products does: "Price × 1.3, and 2 more steps — 2,000 products"; null for any other. */
function deedOf(text: Text, { kind, title, edit, marks, ruleChange, total }: Named): string | null {
  const what =
    edit === undefined
      ? ruleChange === undefined
        ? marks
          ? text('run.marks')
          : null
        : text(`run.rule.${ruleChange}`, { rule: title })
      : edit.steps > 1
        ? text('run.edit.more', { first: stepSentence(edit.first, text), n: edit.steps - 1 })
        : stepSentence(edit.first, text);
  if (what === null) {
    return null;
  }
  const of = total === null ? what : text('run.edit.of', { what, n: total });
  return kind === 'undo' ? text('run.undo.of', { what: of }) : of;
}

/** Returns what a run is about: what is done to products, or its title; '' where it has none. */
export function runTitle(text: Text, run: Named): string {
  return deedOf(text, run) ?? run.title;
}

/** Returns a run's name where its kind is not shown beside it: "Export: products.csv". */
export function runName(text: Text, run: Named): string {
  const kind = text(`run.kind.${run.kind}`);
  return deedOf(text, run) ?? (run.title === '' ? kind : text('run.named', { kind, title: run.title }));
}
