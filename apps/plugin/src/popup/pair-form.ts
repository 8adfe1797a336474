import { element } from './element.ts';
import { reported } from './reported.ts';
import type { View } from './view.ts';

/** The path of the console's page that issues codes. */
const pluginPage = '/collect/plugin';

/** Manual pairing: the console's address and a code. */
export function pairForm(view: View): HTMLElement | null {
  const { state, words, typed } = view;
  if (state.paired !== null) {
    return null;
  }
  const address = field(view, 'address', typed.address ?? state.console ?? '', words.text('addressHint'));
  const code = field(view, 'code', typed.code, words.text('codeHint'));
  address.input.inputMode = 'url';
  address.input.addEventListener('input', () => {
    typed.address = address.input.value;
  });
  code.input.maxLength = 20;
  code.input.addEventListener('input', () => {
    typed.code = code.input.value;
  });
  const submit = element(
    'button',
    { class: 'button primary', 'data-action': 'pair' },
    words.text(view.busy === 'pair' ? 'pairing' : 'pair'),
  );
  submit.disabled = view.busy !== null;
  const form = element(
    'form',
    { class: 'pair' },
    element('h2', {}, words.text('pairHead')),
    state.pairingEnded === null ? null : reported('fault', endedWhy(view, state.pairingEnded)),
    element('p', { class: 'quiet' }, words.text('pairHow')),
    address.row,
    code.row,
    view.outcome?.place === 'pair' && view.outcome.kind === 'fault'
      ? reported('fault', words.fault(view.outcome.code))
      : null,
    submit,
    codeLink(view),
  );
  form.noValidate = true;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void view.pair();
  });
  return form;
}

function field(view: View, name: 'address' | 'code', value: string, hint: string) {
  const input = element('input', {
    id: `pair-${name}`,
    class: name === 'code' ? 'code-input' : '',
    'data-action': `pair-${name}`,
  });
  input.value = value;
  input.placeholder = hint;
  input.autocomplete = 'off';
  input.spellcheck = false;
  const row = element(
    'div',
    { class: 'field' },
    element('label', { for: `pair-${name}` }, view.words.text(name)),
    input,
  );
  return { row, input };
}

function codeLink({ state, words }: View): HTMLElement | null {
  if (state.console === null) {
    return null;
  }
  const link = element(
    'a',
    { class: 'under', href: `${state.console}${pluginPage}`, 'data-action': 'plugin-page' },
    words.text('openPluginPage'),
  );
  link.target = '_blank';
  return link;
}

/** An unknown token was revoked or has expired: "not signed in" would be misleading. */
function endedWhy({ words }: View, code: string): string {
  return code === 'auth.required'
    ? words.text('pairingRevoked')
    : words.text('pairingEnded', { why: words.fault(code) });
}
