import { expect, it } from 'vitest';
import { cleanAndReport, cleanHtml } from './description.ts';

it('leaves text, tables, lists and images as they are', () => {
  const html =
    '<h2 style="text-align:center">Mug</h2><p>A <strong>blue</strong> mug, 10 &lt; 20 &amp; more.</p>' +
    '<table><tbody><tr><td colspan="2" style="width:50%;color:#333">300 ml</td></tr></tbody></table>' +
    '<ul><li>Clay</li></ul><img src="https://pictures.example/mug.jpg" alt="Mug" width="300" />' +
    '<a href="https://shop.example/care">Care</a>';

  expect(cleanAndReport(html)).toEqual({ html, removed: [] });
});

it.each([
  ['<script>alert(1)</script>x', 'x'],
  ['<p onmouseover="alert(1)">x</p>', '<p>x</p>'],
  ['<img src=x onerror=alert(1)>', '<img src="x" />'],
  ['<img src="javascript:alert(1)">', '<img />'],
  ['<img src="data:text/html;base64,AAAA">', '<img />'],
  ['<a href="java\nscript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href=" &#106;avascript:alert(1)">x</a>', '<a>x</a>'],
  ['<iframe src="https://evil.example"></iframe>x', 'x'],
  ['<form action="https://evil.example"><input name="card"><button>Pay</button></form>', 'Pay'],
  ['<style>body{display:none}</style>x', 'x'],
  ['<link rel="stylesheet" href="https://evil.example/x.css">x', 'x'],
  ['<meta http-equiv="refresh" content="0;url=https://evil.example">x', 'x'],
  ['<base href="https://evil.example">x', 'x'],
  ['<object data="x"><embed src="x"></object>x', 'x'],
  ['<svg onload="alert(1)"><script>alert(1)</script></svg>x', 'x'],
  ['<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>x', 'x'],
  ['<p style="position:fixed;top:0;color:red">x</p>', '<p style="color:red">x</p>'],
  ['<p style="background-image:url(https://evil.example/pixel)">x</p>', '<p>x</p>'],
  ['<p style="color:expression(alert(1))">x</p>', '<p>x</p>'],
  ['<p class="modal" id="root">x</p>', '<p>x</p>'],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>x', 'x'],
  ['<!--><img src=x onerror=alert(1)>-->', '<img src="x" />--&gt;'],
])('makes %j harmless', (hostile, harmless) => {
  const clean = cleanHtml(hostile);

  expect(clean).toBe(harmless);
  expect(cleanHtml(clean)).toBe(clean);
});

it.each([
  ['https://www.youtube.com/embed/aB3-_xYz012?rel=0', 'https://www.youtube.com/watch?v=aB3-_xYz012'],
  ['//www.youtube-nocookie.com/embed/aB3-_xYz012', 'https://www.youtube.com/watch?v=aB3-_xYz012'],
  ['https://player.vimeo.com/video/76979871?h=8272103f6e', 'https://vimeo.com/76979871'],
])('makes a link of the frame of a film, %s', (src, href) => {
  const clean = cleanHtml(`<p>See</p><iframe width="560" src="${src}" allowfullscreen></iframe><p>it</p>`);

  expect(clean).toBe(`<p>See</p><a href="${href}">${href}</a><p>it</p>`);
  expect(cleanHtml(clean)).toBe(clean);
});

it.each([
  'https://evil.example/embed/aB3-_xYz012',
  'https://www.youtube.com.evil.example/embed/aB3-_xYz012',
  'javascript:youtube.com/embed/aB3-_xYz012',
  'https://www.youtube.com/embed/" onload="x',
])('drops the frame of %s', (src) => {
  expect(cleanHtml(`<p>See</p><iframe src='${src}'>no frames</iframe>`)).toBe('<p>See</p>');
});

it('lets characters go that nobody sees and files cannot hold', () => {
  expect(cleanHtml('<p>A\u0000 blue\u000B\tmug\u001F\n\u007F</p>')).toBe('<p>A blue\tmug\n</p>');
  expect(cleanHtml('A\u0008 mug')).toBe('A mug');
});

it('names what it took out, with counts', () => {
  const { removed } = cleanAndReport(
    '<script>1</script><script>2</script><p onclick="x" class="y">a</p><iframe></iframe>',
  );

  expect(removed).toEqual([
    { name: 'script', count: 2 },
    { name: 'iframe', count: 1 },
    { name: 'onclick', count: 1 },
  ]);
});

it('keeps only the text of a page nested deeper than anybody writes', () => {
  expect(cleanHtml(`${'<div>'.repeat(100_000)}<b>a &lt; b</b><script>c</script>`)).toBe('a &lt; bc');
});

it('takes many paragraphs that are never closed for what they are', () => {
  expect(cleanHtml('<p>a'.repeat(10_000)).startsWith('<p>a</p><p>a</p>')).toBe(true);
});
