import type { PluginState } from '../messages.ts';
import { button, element } from './element.ts';
import { reported } from './reported.ts';
import type { View } from './view.ts';

type Batch = NonNullable<PluginState['batch']>;

/** Codes of a page that blocked the visitor: the person must act on that page. */
const turnedAway = ['source.blocked-us', 'source.password-protected'];

/** The progress of a batch, and what it needs from the person. */
export function batchSection(view: View): HTMLElement | null {
  const { words, state } = view;
  const { batch } = state;
  if (batch === null) {
    return null;
  }
  const seen = batch.done + batch.failed;
  return element(
    'section',
    { class: 'batch', 'aria-label': words.text(headOf(batch)) },
    element(
      'div',
      { class: 'line' },
      element('h2', {}, words.text(headOf(batch))),
      element('span', { class: 'count' }, words.text('batchOf', { done: seen, total: batch.total })),
    ),
    progress(view, batch),
    batch.state === 'ended'
      ? element('p', { class: 'quiet' }, words.text('batchSum', { count: batch.done, done: batch.done }))
      : null,
    batch.failed === 0
      ? null
      : element(
          'p',
          { class: 'quiet' },
          words.text('batchFailed', { count: batch.failed, failed: batch.failed }),
        ),
    reasonOf(view, batch),
    element('div', { class: 'buttons' }, ...buttonsOf(view, batch)),
  );
}

function headOf(batch: Batch) {
  if (batch.state !== 'ended') {
    return batch.state === 'running' ? 'batchRunning' : 'batchBlocked';
  }
  return batch.done + batch.failed < batch.total ? 'batchStopped' : 'batchEnded';
}

function progress({ words }: View, batch: Batch): HTMLElement {
  const done = batch.done + batch.failed;
  const bar = element('div', {
    class: `bar ${batch.state}`,
    role: 'progressbar',
    'aria-valuemin': '0',
    'aria-valuemax': String(batch.total),
    'aria-valuenow': String(done),
    'aria-valuetext': words.text('batchSpoken', { done, total: batch.total }),
    'aria-label': words.text(headOf(batch)),
  });
  const part = element('div', {});
  part.style.inlineSize = `${(100 * done) / Math.max(1, batch.total)}%`;
  bar.append(part);
  return bar;
}

function reasonOf({ words, outcome }: View, batch: Batch): HTMLElement | null {
  if (outcome?.place === 'batch' && outcome.kind === 'fault') {
    return reported('fault', words.fault(outcome.code));
  }
  if (batch.because === null) {
    return null;
  }
  if (batch.because === 'plugin.no-access') {
    return reported('fault', words.text('needs', { hosts: batch.needs.map(hostIn).join(', ') }));
  }
  return reported(
    'fault',
    turnedAway.includes(batch.because) ? words.text('blockedWhy') : words.fault(batch.because),
  );
}

function hostIn(pattern: string): string {
  return pattern.replace(/^[a-z]+:\/\//, '').replace(/\/\*$/, '');
}

function buttonsOf(view: View, batch: Batch): HTMLElement[] {
  const { words } = view;
  if (batch.state === 'ended') {
    return [
      button('plain', 'batch-seen', words.text('gotIt'), () =>
        view.act('batch-seen', { type: 'forget-batch' }, 'batch'),
      ),
    ];
  }
  const stop = button('link', 'batch-stop', words.text('stop'), () =>
    view.act('batch-stop', { type: 'stop-batch' }, 'batch'),
  );
  if (batch.state === 'running') {
    return [stop];
  }
  if (batch.because === 'plugin.no-access') {
    return [button('plain', 'batch-allow', words.text('allow'), () => view.allowAndGoOn()), stop];
  }
  const goOn = button('plain', 'batch-go-on', words.text('goOn'), () =>
    view.act('batch-go-on', { type: 'resume-batch' }, 'batch'),
  );
  const show = button('plain', 'batch-show', words.text('showPage'), () =>
    view.act('batch-show', { type: 'show-batch' }, 'batch'),
  );
  return turnedAway.includes(batch.because ?? '') ? [show, goOn, stop] : [goOn, stop];
}
