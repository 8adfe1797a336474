import { chapter, notApplicable } from '../requirement.ts';

const opaque = notApplicable('Tokens are random references without content.');

/** V9: self-contained tokens. */
export const tokens = chapter([
  ['9.1.1', 1, 'Self-contained tokens are signed', opaque],
  ['9.1.2', 1, 'Only listed algorithms sign tokens', opaque],
  ['9.1.3', 1, 'Keys of tokens come from trusted sources', opaque],
  ['9.2.1', 1, 'Times in tokens are checked', opaque],
  ['9.2.2', 2, 'The type of a token is checked', opaque],
  ['9.2.3', 2, 'The audience of a token is checked', opaque],
  ['9.2.4', 2, 'Tokens name their audience', opaque],
]);
