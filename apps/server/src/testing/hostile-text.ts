/** What texts are filled with, to find whoever steps back over them: signs that patterns of names, addresses, HTML, CSV and times look for. */
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

/** Texts of this length, each one sign or pair over and over, plain and with another sign at the end. */
export function hostileTexts(length: number): string[] {
  return rows.flatMap((row) => {
    const text = row.repeat(Math.ceil(length / row.length)).slice(0, length);
    return [text, `${text.slice(0, -1)}\u0001`];
  });
}
