/**
 * The content of the texts, chosen to find patterns that backtrack: characters that patterns of names, addresses, HTML,
 * CSV and times look for.
 */
const rows = [
  ...')].,;:<>&"\'/\\|-_=+*#@%?! \n\ta0A，　。(',
  ...[
    'a.',
    '((',
    '%2',
    '<a',
    '</',
    '<!',
    '&#',
    '.a',
    'a ',
    ' a',
    '\r\n',
    '""',
    '//',
    '@a',
    'a@a.',
    '{{',
    '${',
    '\u0301',
  ],
];

/** Returns texts of this length, each one character or pair repeated, plain and with another character at the end. */
export function hostileTexts(length: number): string[] {
  return rows.flatMap((row) => {
    const text = row.repeat(Math.ceil(length / row.length)).slice(0, length);
    return [text, `${text.slice(0, -1)}\u0001`];
  });
}
